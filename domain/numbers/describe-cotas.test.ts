import { expect, test } from 'vitest';
import { countCotas, describeCotas } from './describe-cotas.ts';

test('formats a count of cotas', () => {
  expect([1, 2, 1200].map(countCotas)).toEqual(['1 cota', '2 cotas', '1.200 cotas']);
});

test('names up to twelve numbers and counts the others', () => {
  expect(describeCotas([12], 1000)).toBe('a cota 0012');
  expect(describeCotas([12, 34, 56], 1000)).toBe('as 3 cotas 0012, 0034 e 0056');
  const many = Array.from({ length: 14 }, (_, index) => index + 1);
  expect(describeCotas(many.slice(0, 12), 1000)).toMatch(/^as 12 cotas 0001, .*0011 e 0012$/);
  expect(describeCotas(many, 1000)).toMatch(/^as 14 cotas 0001, .*0012 e mais 2$/);
});
