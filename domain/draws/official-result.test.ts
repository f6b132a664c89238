import { expect, test } from 'vitest';
import { officialBody } from './draws.testing.ts';
import { readOfficialResult, readPrizes } from './official-result.ts';

const wanted = { extraction: 6092, date: '2026-08-16' };
const body = officialBody(
  { extraction: 6092, prizes: ['52745', '69744', '53467', '64337', '04461'] },
  wanted.date,
);
const changed = (changes: object) => JSON.stringify({ ...(JSON.parse(body) as object), ...changes });

test('reads the official response', () => {
  expect(readOfficialResult(body, wanted)).toEqual({
    ok: true,
    result: { ...wanted, prizes: ['52745', '69744', '53467', '64337', '04461'] },
  });
  expect(readOfficialResult(body, { ...wanted, date: null }).ok).toBe(true);
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
])('rejects %s', (_, answer, code) => {
  expect(readOfficialResult(answer, wanted)).toEqual({ ok: false, code });
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
])('normalizes or rejects typed prizes %j', (typed, prizes) => {
  expect(readPrizes(typed)).toEqual(prizes);
});
