import { expect, test } from 'vitest';
import { blanksIn } from './text-blanks.ts';

test.each([
  ['Participa quem comprou.', []],
  ['CNPJ [preencha: CNPJ], em [Preencha:cidade].', ['CNPJ', 'cidade']],
  ['[preencha] [outra coisa]', ['um trecho']],
])('finds the blanks of %s', (text, blanks) => {
  expect(blanksIn(text)).toEqual(blanks);
});
