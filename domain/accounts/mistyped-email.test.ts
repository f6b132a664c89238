import fc from 'fast-check';
import { expect, test } from 'vitest';
import { correctEmail } from './mistyped-email.ts';

test.each([
  ['ana@gmial.com', 'ana@gmail.com'],
  ['ana@gmail.con', 'ana@gmail.com'],
  ['ana@gmail', 'ana@gmail.com'],
  ['ana@gmail.com.br', 'ana@gmail.com'],
  [' Ana.Lima@GMAIL.CO ', 'ana.lima@gmail.com'],
  ['ana@hotmial.con', 'ana@hotmail.com'],
  ['ana@hotnail.com', 'ana@hotmail.com'],
  ['ana@outlok.com', 'ana@outlook.com'],
  ['ana@yaho.com.br', 'ana@yahoo.com.br'],
  ['ana@yahoo', 'ana@yahoo.com.br'],
  ['ana@yahoo.cm', 'ana@yahoo.com'],
  ['ana@iclod.com', 'ana@icloud.com'],
])('corrects %s to %s', (typed, meant) => {
  expect(correctEmail(typed)).toBe(meant);
});

test.each([
  'ana@gmail.com',
  'ana@mail.com',
  'ana@ymail.com',
  'ana@hotmail.com.br',
  'ana@hotmail.es',
  'ana@outlook.pt',
  'ana@yahoo.fr',
  'ana@uol.com.br',
  'ana@ufal.edu.br',
  'ana@exemplo.com.br',
  'ana@',
  '@gmial.com',
  'gmial.com',
  'ana lima@gmial.com',
  '',
])('leaves %s', (typed) => {
  expect(correctEmail(typed)).toBeNull();
});

test('never corrects its own suggestion', () => {
  const domain = fc.constantFrom('gmail.com', 'hotmail.com', 'outlook.com', 'yahoo.com.br', 'icloud.com');
  const typed = fc
    .tuple(domain, fc.nat(12), fc.constantFrom('', 'a', 'x', '.'))
    .map(([text, index, letter]) => `ana@${text.slice(0, index)}${letter}${text.slice(index + 1)}`);
  const isSettled = (text: string) => {
    const meant = correctEmail(text);
    return meant === null || correctEmail(meant) === null;
  };
  expect(() => fc.assert(fc.property(typed, isSettled))).not.toThrow();
});
