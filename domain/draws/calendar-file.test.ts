import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calendarFile } from './calendar-file.ts';

const event = {
  uid: 'r1@exemplo.com.br',
  title: 'Sorteio: Moto, zero; com capacete',
  description: 'Pela Loteria Federal.\nBoa sorte!',
  url: 'https://exemplo.com.br/rifa/r1',
  start: new Date('2026-12-05T22:00:00Z'),
};
const now = new Date('2026-11-23T01:02:03.456Z');

test('writes the draw as an event in UTC with escaped texts', () => {
  const lines = calendarFile([event], now).split('\r\n');
  expect(lines).toContain('DTSTART:20261205T220000Z');
  expect(lines).toContain('DTSTAMP:20261123T010203Z');
  expect(lines).toContain(String.raw`SUMMARY:Sorteio: Moto\, zero\; com capacete`);
  expect(lines).toContain(String.raw`DESCRIPTION:Pela Loteria Federal.\nBoa sorte!`);
  expect(lines[0]).toBe('BEGIN:VCALENDAR');
  expect(lines.slice(-2)).toEqual(['END:VCALENDAR', '']);
});

test('folds every line to 75 octets and loses no character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (title) => {
      const file = calendarFile([{ ...event, title }], now);
      for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      const unfolded = file.replaceAll('\r\n ', '');
      expect(unfolded.split('\r\n').filter((line) => line.startsWith('SUMMARY:'))).toHaveLength(1);
      const escaped = title.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r?\n/g, String.raw`\n`);
      expect(unfolded).toContain(`SUMMARY:${escaped}`);
    }),
  );
});

test('writes one event for the lines of an order with the same rifa', () => {
  const file = calendarFile([event, { ...event, uid: 'r2@exemplo.com.br' }, event], now);
  expect(file.match(/BEGIN:VEVENT/g)).toHaveLength(2);
});
