import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  comparedWindows,
  couponSentence,
  nextBoostFrom,
  suggestBoost,
  suggestCouponCode,
  whatsAppText,
} from './boost.ts';

const MOTO = {
  title: 'Moto 0 km',
  totalNumbers: 1000,
  left: 400,
  priceCentavos: 2_50,
  drawDate: new Date('2026-12-05T22:00:00Z'),
};
const COUPON = { code: 'MOTO10', percent: 10, until: new Date('2026-11-26T12:00:00Z') };

test.each([
  [400, '{nome}, já viu esta? Moto 0 km', 'Ainda há 400 cotas'],
  [200, 'Últimas cotas: Moto 0 km', 'Ainda há 200 cotas'],
  [1, 'Últimas cotas: Moto 0 km', 'Falta só 1 cota'],
])('suggests a text for %i cotas left', (left, subject, beginning) => {
  const suggested = suggestBoost({ ...MOTO, left });
  expect(suggested.subject).toBe(subject);
  expect(suggested.message).toMatch(new RegExp(`^${beginning} de Moto 0 km, por R\\$\\s2,50 cada\\.`));
});

test('fills the coupon and the link into the text for WhatsApp', () => {
  expect(whatsAppText('Chegou!', null, 'https://mare.example/r/x')).toBe(
    'Chegou!\n\nhttps://mare.example/r/x',
  );
  expect(whatsAppText('Chegou!', COUPON, 'https://mare.example/r/x')).toContain(
    'Com o cupom *MOTO10* você ganha 10% de desconto até 26 de novembro de 2026.',
  );
  expect(couponSentence(COUPON, '')).not.toContain('*');
});

test('leaves placeholders out of the text for WhatsApp', () => {
  expect(whatsAppText('{nome}, ainda há cotas!', null, 'x')).toBe('ainda há cotas!\n\nx');
});

test.each([
  ['Moto 0 km', 'MOTO10'],
  ['Um fim de semana na Praia', 'FIM10'],
  ['Édredom & cia', 'EDREDOM10'],
  ['R$ 5', 'MARE10'],
])('suggests a code for %s', (title, code) => {
  expect(suggestCouponCode(title, 10)).toBe(code);
  expect(code).toMatch(/^[A-Z0-9]{3,20}$/);
});

test('compares equal periods before and after the announcement, at most a day', () => {
  const start = new Date('2026-11-23T12:00:00Z');
  fc.assert(
    fc.property(fc.integer({ min: -1000, max: 3 * 86_400_000 }), (elapsed) => {
      const { before, after, lengthMs } = comparedWindows(start, new Date(start.getTime() + elapsed));
      expect(lengthMs).toBe(Math.max(0, Math.min(elapsed, 86_400_000)));
      expect(before.until).toEqual(start);
      expect(after.from).toEqual(start);
      for (const { from, until } of [before, after]) expect(until.getTime() - from.getTime()).toBe(lengthMs);
    }),
  );
});

test('allows the next announcement after a day, on the full minute that is shown', () => {
  expect(nextBoostFrom(new Date('2026-11-21T12:00:42Z'))).toEqual(new Date('2026-11-22T12:01:00Z'));
});
