import { expect, test } from 'vitest';
import { pdfWords } from './pdf-words.ts';

test.each([
  ['Moto 🏍️ 0 km – “à vista” — R$ 10 €', 'Moto 0 km – “à vista” — R$ 10 €'],
  ['CONCEIÇÃO 💙 DA SILVA', 'CONCEIÇÃO DA SILVA'],
  ['Sa\u0303o', 'São'],
  ['Dvořák', 'Dvorák'],
  ['ﬁm ½', 'fim ½'],
  ['Иван', '????'],
])('writes %s as %s', (given, shown) => {
  expect(pdfWords(given)).toBe(shown);
});
