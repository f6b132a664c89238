import { expect, test } from 'vitest';
import { formatCpf, formatPhone, formatPixKey, maskCpf } from './person-numbers.ts';

test.each([
  ['82988887777', '(82) 98888-7777'],
  ['8232211000', '(82) 3221-1000'],
  ['+5582988887777', '(82) 98888-7777'],
  ['558232211000', '(82) 3221-1000'],
  ['82 98888 7777', '(82) 98888-7777'],
  ['(82) 98888-7777', '(82) 98888-7777'],
  ['+14155552671', '+14155552671'],
  ['988887777', '988887777'],
  ['só por mensagem', 'só por mensagem'],
  ['', ''],
])('the phone %j reads %j', (kept, read) => {
  expect(formatPhone(kept)).toBe(read);
});

test('formats a CPF as on the card', () => {
  expect(formatCpf('12345678909')).toBe('123.456.789-09');
  expect(formatCpf('')).toBe('');
});

test('shows six digits of a masked CPF, and nothing of an incomplete one', () => {
  expect(maskCpf('12345678909')).toBe('***.456.789-**');
  expect(maskCpf('1234')).toBe('***');
});

test.each([
  ['12345678909', '123.456.789-09'],
  ['+5582988887777', '(82) 98888-7777'],
  ['11222333000181', '11.222.333/0001-81'],
  ['maria@exemplo.com.br', 'maria@exemplo.com.br'],
  ['7d9f1c9a-8f5e-4c0e-9a53-0c8a3f3c1d11', '7d9f1c9a-8f5e-4c0e-9a53-0c8a3f3c1d11'],
])('the Pix key %s reads %s', (key, read) => {
  expect(formatPixKey(key)).toBe(read);
});
