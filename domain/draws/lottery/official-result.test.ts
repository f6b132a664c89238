import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { officialBody } from '../draws.testing.ts';
import { readOfficialResult, readPrizes, readTypedPrize, readTypedPrizes } from './official-result.ts';

const awaited = { extraction: 6092, date: '2026-08-16' };
const body = officialBody(
  { extraction: 6092, prizes: ['52745', '69744', '53467', '64337', '04461'] },
  awaited.date,
);
const changed = (changes: object) => JSON.stringify({ ...(JSON.parse(body) as object), ...changes });

test('reads the official response', () => {
  expect(readOfficialResult(body, awaited)).toEqual({
    ok: true,
    result: { ...awaited, prizes: ['52745', '69744', '53467', '64337', '04461'] },
  });
  expect(readOfficialResult(body, { ...awaited, date: null }).ok).toBe(true);
});

const zeros = ['000000', '000000', '000000', '000000', '000000'];
const lastMissing = ['052745', '069744', '053467', '064337', '000000'];
test.each([
  ['an empty body', '', 'NOT_JSON'],
  ['an HTML page', '<html>', 'NOT_JSON'],
  ['null', 'null', 'NOT_JSON'],
  ['another lottery', changed({ tipoJogo: 'MEGA_SENA' }), 'OTHER_LOTTERY'],
  ['another extraction', changed({ numero: 6091 }), 'OTHER_EXTRACTION'],
  ['an extraction number as text', changed({ numero: '6092' }), 'OTHER_EXTRACTION'],
  ['another date', changed({ dataApuracao: '12/08/2026' }), 'OTHER_DATE'],
  ['a missing date', changed({ dataApuracao: null }), 'MALFORMED'],
  ['all zeros', changed({ listaDezenas: zeros, dezenasSorteadasOrdemSorteio: zeros }), 'PLACEHOLDER'],
  [
    'zeros in the fifth prize',
    changed({ listaDezenas: lastMissing, dezenasSorteadasOrdemSorteio: lastMissing }),
    'PLACEHOLDER',
  ],
  ['lists that differ', changed({ listaDezenas: lastMissing }), 'MALFORMED'],
  [
    'four prizes',
    changed({ listaDezenas: zeros.slice(1), dezenasSorteadasOrdemSorteio: zeros.slice(1) }),
    'MALFORMED',
  ],
  [
    'missing prizes',
    changed({ listaDezenas: undefined, dezenasSorteadasOrdemSorteio: undefined }),
    'MALFORMED',
  ],
])('rejects %s', (_, response, code) => {
  expect(readOfficialResult(response, awaited)).toEqual({ ok: false, code });
});

test.each([
  [
    ['12345', '012345', ' 00001 ', '99999', '00000'],
    ['12345', '12345', '00001', '99999', '00000'],
  ],
  [['1234', '12345', '12345', '12345', '12345'], null],
  [['112345', '12345', '12345', '12345', '12345'], null],
  [['12345', '12345', '12345', '12345'], null],
  ['12345', null],
])('normalizes or rejects fetched prizes %j', (typed, prizes) => {
  expect(readPrizes(typed)).toEqual(prizes);
});

describe('a typed prize', () => {
  test.each(['29004', '029004', '29.004', '29 004', '29\u00a0004', '029.004', ' 29004 '])(
    'is read: %j',
    (typed) => {
      expect(readTypedPrize(typed)).toEqual({ ok: true, prize: '29004' });
    },
  );

  test.each([
    ['', 'EMPTY'],
    ['2900', 'TOO_FEW_DIGITS'],
    ['29.04', 'TOO_FEW_DIGITS'],
    ['129004', 'TOO_MANY_DIGITS'],
    ['0029004', 'TOO_MANY_DIGITS'],
    ['2.9004', 'MISPLACED_SEPARATOR'],
    ['2900.4', 'MISPLACED_SEPARATOR'],
    ['0 29004', 'MISPLACED_SEPARATOR'],
    ['29..004', 'MISPLACED_SEPARATOR'],
    ['29004.', 'MISPLACED_SEPARATOR'],
    ['29,004', 'NOT_A_NUMBER'],
    ['-29004', 'NOT_A_NUMBER'],
    ['2900O', 'NOT_A_NUMBER'],
    ['٢٩٠٠٤', 'NOT_A_NUMBER'],
    ['29e03', 'NOT_A_NUMBER'],
  ])('is rejected with a reason: %j', (typed, code) => {
    expect(readTypedPrize(typed)).toEqual({ ok: false, code });
  });

  const typed = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom(...Array.from('0123456789. ,\u00a0\t-')), maxLength: 9 }),
  );

  test('never yields digits other than those typed', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const read = readTypedPrize(text);
        if (!read.ok) return;
        const digits = text.replaceAll(/[.\s]/g, '');
        expect([read.prize, `0${read.prize}`]).toContain(digits);
      }),
      { numRuns: 5000 },
    );
  });

  test('is parsed in every form that the lottery and its service print', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 99_999 }),
        fc.constantFrom('', '0'),
        fc.constantFrom('', '.', ' ', '\u00a0'),
        (number, zero, separator) => {
          const prize = String(number).padStart(5, '0');
          const printed = `${zero}${prize.slice(0, 2)}${separator}${prize.slice(2)}`;
          expect(readTypedPrize(printed)).toEqual({ ok: true, prize });
        },
      ),
    );
  });

  test('is accepted only as one of five', () => {
    expect(readTypedPrizes(['29.004', '1', '3', '4', '5'])).toBeNull();
    expect(readTypedPrizes(Array(4).fill('29.004') as string[])).toBeNull();
    expect(readTypedPrizes(Array(5).fill('29.004') as string[])).toEqual(Array(5).fill('29004'));
  });
});

test('rejects four prizes and six', () => {
  const prizes = ['52745', '69744', '53467', '64337', '04461', '11111'];
  expect(readPrizes(prizes.slice(0, 4))).toBeNull();
  expect(readPrizes(prizes.slice(0, 5))).toEqual(prizes.slice(0, 5));
  expect(readPrizes(prizes)).toBeNull();
});
