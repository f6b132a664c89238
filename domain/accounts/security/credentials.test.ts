import { expect, test } from 'vitest';
import { validatePasswordLength, normalizeEmail } from './credentials.ts';

test.each([
  ['Ana@Example.COM', 'ana@example.com'],
  ['ana+sorte@mail.example.com.br', 'ana+sorte@mail.example.com.br'],
  ['ana', null],
  ['ana@@example.com', null],
  ['ana@example', null],
  [' ana@example.com', null],
  ['"ana"@example.com', null],
  ['ana@example.com\n', null],
  [`${'a'.repeat(250)}@b.co`, 'a'.repeat(250) + '@b.co'],
  [`${'a'.repeat(251)}@b.co`, null],
])('normalizes %s to %s', (typed, kept) => {
  expect(normalizeEmail(typed)).toBe(kept);
});

test.each([
  ['12345', 'short'],
  ['123456', 'fine'],
  ['😀😀😀', 'short'],
  ['😀'.repeat(72), 'fine'],
  ['á'.repeat(73), 'long'],
])('rates the length of %s as %s', (password, length) => {
  expect(validatePasswordLength(password)).toBe(length);
});
