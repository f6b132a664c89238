import { expect, test } from 'vitest';
import { parseSearchText } from './search-text.ts';

test.each([
  '82 98888-7777',
  '(82) 98888-7777',
  '+55 82 98888 7777',
  '5582988887777',
  '082988887777',
  '82.98888.7777',
])('reads the phone %s by area code and last eight digits', (typed) => {
  expect(parseSearchText(typed)).toMatchObject({ phone: ['82', '88887777'], words: [] });
});

test.each([
  ['José  Roberto ', { words: ['José', 'Roberto'], phone: [], cpf: null, cota: null }],
  ['ana@exemplo.com.br', { words: ['ana@exemplo.com.br'] }],
  ['529.982.247-25', { cpf: '52998224725', words: [] }],
  ['4711', { cota: 4711, phone: ['4711'], words: [] }],
  ['0042', { cota: 42 }],
  ['123.456', { cota: 123_456, words: [] }],
  ['12.34', { cota: null }],
  ['7', { cota: 7, phone: [], words: [] }],
  ['88887777', { cota: 88887777, phone: ['88887777'] }],
  ['https://loja.com.br/pedido/Zab_1-x', { reference: 'Zab_1-x' }],
  ['https://loja.com.br/bolao/Gr_upo-1?x=1', { reference: 'Gr_upo-1' }],
  ['  Zab_1-x ', { reference: 'Zab_1-x', words: ['Zab_1-x'] }],
  ['', { words: [], phone: [], reference: '' }],
])('reads %s', (typed, expected) => {
  expect(parseSearchText(typed)).toMatchObject(expected);
});
