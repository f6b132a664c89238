import { expect, test } from 'vitest';
import { stripQuoted } from './strip-quoted.ts';

const QUOTED = '> Seu ticket foi respondido\n>\n> Já devolvemos o Pix.\n';

test.each([
  [
    'Gmail',
    'Obrigada!\n\nEm seg., 16 de nov. de 2026 às 10:00, Maré da Sorte <x@mare.example> escreveu:\n\n' +
      QUOTED,
  ],
  [
    'Gmail with a heading over two lines',
    'Obrigada!\n\nEm seg., 16 de nov. de 2026 às 10:00, Maré da Sorte <\nx@mare.example> escreveu:\n' +
      QUOTED,
  ],
  [
    'Apple Mail',
    'Obrigada!\n\nEnviado do meu iPhone\n\nEm 16 de nov. de 2026, à(s) 10:00, Maré escreveu:\n\n' + QUOTED,
  ],
  ['Thunderbird', 'Obrigada!\r\n\r\nOn 16/11/2026 10:00, Maré wrote:\r\n' + QUOTED],
  [
    'Outlook',
    'Obrigada!\n\n________________________________\nDe: Maré <x@mare.example>\nEnviado: segunda\nPara: Ana\n\nOi',
  ],
  ['Outlook without a line', 'Obrigada!\n\nDe: Maré <x@mare.example>\nEnviada em: segunda\nPara: Ana\n\nOi'],
  ['Outlook Express', 'Obrigada!\n\n-----Mensagem original-----\nDe: Maré\n\nOi'],
  [
    'a mail program with another quote header',
    'Obrigada!\n\nMaré <suporte+abc@mare.example>, ontem:\n' + QUOTED,
  ],
  ['a signature', 'Obrigada!\n-- \nAna Lessa\n82 99999-0000'],
])('cuts what %s adds', (_, text) => {
  expect(stripQuoted(text, ['x@mare.example', 'suporte+abc@mare.example'])).toBe('Obrigada!');
});

test('keeps quotes that the text answers point by point', () => {
  const text = '> Qual é o pedido?\nO de ontem.\n> E o valor?\nR$ 10,00.';
  expect(stripQuoted(`${text}\n\n> Até logo`)).toBe(text);
});

test('keeps sentences that only look like a quote header', () => {
  const text =
    'Em novembro comprei dez cotas.\nDe: onde vem esse número?\n\nOn-line não aparece nada.\nEm 2025 minha irmã também escreveu:\ncadê?';
  expect(stripQuoted(text)).toBe(text);
});

test('keeps the whole text if it is only a quote', () => {
  expect(stripQuoted('> Oi\n> Tudo bem?')).toBe('> Oi\n> Tudo bem?');
  expect(stripQuoted('  \n\n')).toBe('');
});

test('takes linear time for long texts', () => {
  const text = 'Em '.repeat(100_000) + '\n'.repeat(10_000);
  expect(stripQuoted(text).startsWith('Em')).toBe(true);
});
