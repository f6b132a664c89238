import { expect, test } from 'vitest';
import { readBrazilianPhone } from './phone-number.ts';

test.each([
  '82988887777',
  '(82) 98888-7777',
  '82 9 8888 7777',
  '+55 82 98888-7777',
  '55 82 988887777',
  '0 82 98888 7777',
  '082988887777',
  '0055 82 98888.7777',
])('reads %s', (typed) => {
  expect(readBrazilianPhone(typed)).toBe('82988887777');
});

test('reads landlines, and numbers of the area 55', () => {
  expect(readBrazilianPhone('(82) 3333-4444')).toBe('8233334444');
  expect(readBrazilianPhone('55 98888-7777')).toBe('55988887777');
});

test.each(['', '98888-7777', '82 8888', '(00) 98888-7777', '1234567890123456', 'ana@exemplo.com.br'])(
  'reads no phone from %j',
  (typed) => {
    expect(readBrazilianPhone(typed)).toBeNull();
  },
);
