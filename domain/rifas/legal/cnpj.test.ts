import { expect, test } from 'vitest';
import { formatCnpj, isValidCnpj, normalizeCnpj } from './cnpj.ts';

/** The alphanumeric one is the example that the Receita Federal publishes. */
const VALID = ['12ABC34501DE35', '00000000000191', '11222333000181'];

test.each(VALID)('accepts %s', (cnpj) => {
  expect(isValidCnpj(cnpj)).toBe(true);
  expect(isValidCnpj(normalizeCnpj(formatCnpj(cnpj).toLowerCase()))).toBe(true);
});

test.each(VALID)('rejects %s with one digit changed', (cnpj) => {
  const changed = cnpj
    .split('')
    .flatMap((digit, index) =>
      /\d/.test(digit)
        ? Array.from(
            { length: 10 },
            (_, otherDigit) => cnpj.slice(0, index) + otherDigit + cnpj.slice(index + 1),
          )
        : [],
    )
    .filter((candidate) => candidate !== cnpj);
  // The remainders 0 and 1 share the check digit 0.
  expect(changed.filter((candidate) => isValidCnpj(candidate) && !candidate.slice(12).includes('0'))).toEqual(
    [],
  );
});

test.each([
  '',
  '1',
  '11111111111111',
  '00000000000000',
  '12ABC34501DE3A',
  '1122233300018',
  '112223330001811',
])('rejects %j', (cnpj) => {
  expect(isValidCnpj(cnpj)).toBe(false);
});

test('formats a CNPJ with letters', () => {
  expect(formatCnpj('12ABC34501DE35')).toBe('12.ABC.345/01DE-35');
});
