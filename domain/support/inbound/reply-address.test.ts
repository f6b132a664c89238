import { expect, test } from 'vitest';
import { findReplyToken, makeReplyToken, replyAddress } from './reply-address.ts';

const BASE = 'suporte@loja.example';
const token = makeReplyToken(Uint8Array.from({ length: 26 }, (_, at) => at * 9));

test('finds the token of a reply address, in any case and among other addresses', () => {
  const address = replyAddress(BASE, token);
  expect(address).toBe(`suporte+${token}@loja.example`);
  expect(findReplyToken(BASE, ['ana@exemplo.com.br', ` ${address.toUpperCase()}`])).toBe(token);
});

test.each([
  BASE,
  'suporte+curto@loja.example',
  `suporte+${token}@outra.example`,
  `vendas+${token}@loja.example`,
  `suporte+${token}@loja.example.mal.example`,
  `xsuporte+${token}@loja.example`,
])('finds none in %s', (recipient) => {
  expect(findReplyToken(BASE, [recipient])).toBeNull();
});
