import { describe, expect, test } from 'vitest';
import { canMoveDrawDate, type DrawDateMove } from './draw-date-move.ts';

const now = new Date('2030-05-15T12:00:00Z');
const extractions = ['18', '22', '25'].map((day) => new Date(`2030-05-${day}T22:00:00Z`));
const [first, second, third] = extractions as [Date, Date, Date];
const move = (changes: Partial<DrawDateMove> = {}): DrawDateMove => ({
  status: 'active',
  from: second,
  to: third,
  salesEndMinutes: 60,
  salesStart: null,
  validUntil: null,
  ...changes,
});

describe('a rifa on sale', () => {
  test('may move to a later extraction', () => {
    expect(canMoveDrawDate(move(), extractions, now)).toBe(true);
  });

  test('cannot move to an earlier extraction or another hour', () => {
    expect(canMoveDrawDate(move({ to: first }), extractions, now)).toBe(false);
    expect(canMoveDrawDate(move({ to: new Date('2030-05-25T21:00:00Z') }), extractions, now)).toBe(false);
  });

  test('cannot move beyond the end of its authorisation', () => {
    expect(canMoveDrawDate(move({ validUntil: '2030-05-25' }), extractions, now)).toBe(true);
    expect(canMoveDrawDate(move({ validUntil: '2030-05-24' }), extractions, now)).toBe(false);
  });

  test('cannot move after the end of its sales', () => {
    const lastMinute = new Date('2030-05-22T20:59:59Z');
    expect(canMoveDrawDate(move(), extractions, lastMinute)).toBe(true);
    expect(canMoveDrawDate(move(), extractions, new Date('2030-05-22T21:00:00Z'))).toBe(false);
  });
});

test.each(['closed', 'completed', 'cancelled'] as const)('a %s rifa keeps its date', (status) => {
  expect(canMoveDrawDate(move({ status }), extractions, now)).toBe(false);
});

test('a scheduled rifa may move both ways, to an extraction after the start of sales', () => {
  const scheduled = { status: 'scheduled', salesStart: new Date('2030-05-20T12:00:00Z') } as const;
  expect(canMoveDrawDate(move({ ...scheduled, from: third, to: second }), extractions, now)).toBe(true);
  expect(canMoveDrawDate(move({ ...scheduled, from: third, to: first }), extractions, now)).toBe(false);
});

test('a draft accepts any date', () => {
  expect(canMoveDrawDate(move({ status: 'draft', to: first }), [], now)).toBe(true);
});
