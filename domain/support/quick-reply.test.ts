import { expect, test } from 'vitest';
import { fillQuickReply, findUnknownVariables, hasOpenVariables } from './quick-reply.ts';

test('fills in every occurrence of a known variable', () => {
  expect(fillQuickReply('Oi, {nome}! Tudo bem, {nome}?', { nome: 'Ana' })).toBe('Oi, Ana! Tudo bem, Ana?');
});

test('keeps variables without a value and other braces unchanged', () => {
  const filled = fillQuickReply('{nome}: {pedido} {desconto} {}', { nome: 'Ana', pedido: null });
  expect(filled).toBe('Ana: {pedido} {desconto} {}');
  expect(hasOpenVariables(filled)).toBe(true);
  expect(hasOpenVariables('Ana: {desconto}')).toBe(false);
});

test('inserts values literally, also those that look like a pattern or a variable', () => {
  expect(fillQuickReply('{assunto} de {nome}', { assunto: '$& {nome}', nome: 'Ana' })).toBe(
    '$& {nome} de Ana',
  );
});

test('names the variables that do not exist', () => {
  expect(findUnknownVariables('{nome} {cupom} {constructor}')).toEqual(['cupom', 'constructor']);
});
