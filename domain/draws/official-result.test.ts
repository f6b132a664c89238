import { expect, test } from 'vitest';
import { officialBody } from './draws.testing.ts';
import { readOfficialResult, readPrizes } from './official-result.ts';

const wanted = { extraction: 6092, date: '2026-08-16' };
const body = officialBody(
  { extraction: 6092, prizes: ['52745', '69744', '53467', '64337', '04461'] },
  wanted.date,
);
const changed = (changes: object) => JSON.stringify({ ...(JSON.parse(body) as object), ...changes });

test('the official answer, read', () => {
  expect(readOfficialResult(body, wanted)).toEqual({
    ok: true,
    result: { ...wanted, prizes: ['52745', '69744', '53467', '64337', '04461'] },
  });
  expect(readOfficialResult(body, { ...wanted, date: null }).ok).toBe(true);
});

const zeros = ['000000', '000000', '000000', '000000', '000000'];
const lastMissing = ['052745', '069744', '053467', '064337', '000000'];
test.each([
  ['nothing', '', 'not_json'],
  ['a page of HTML', '<html>', 'not_json'],
  ['null', 'null', 'not_json'],
  ['another lottery', changed({ tipoJogo: 'MEGA_SENA' }), 'other_lottery'],
  ['another extraction', changed({ numero: 6091 }), 'other_extraction'],
  ['its number as text', changed({ numero: '6092' }), 'other_extraction'],
  ['another date', changed({ dataApuracao: '12/08/2026' }), 'other_date'],
  ['no date', changed({ dataApuracao: null }), 'malformed'],
  ['zeros', changed({ listaDezenas: zeros, dezenasSorteadasOrdemSorteio: zeros }), 'placeholder'],
  [
    'zeros in the fifth place',
    changed({ listaDezenas: lastMissing, dezenasSorteadasOrdemSorteio: lastMissing }),
    'placeholder',
  ],
  ['lists that disagree', changed({ listaDezenas: lastMissing }), 'malformed'],
  [
    'four prizes',
    changed({ listaDezenas: zeros.slice(1), dezenasSorteadasOrdemSorteio: zeros.slice(1) }),
    'malformed',
  ],
  ['no prizes', changed({ listaDezenas: undefined, dezenasSorteadasOrdemSorteio: undefined }), 'malformed'],
])('%s is refused', (_, answer, code) => {
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
])('typed prizes %j', (typed, prizes) => {
  expect(readPrizes(typed)).toEqual(prizes);
});
