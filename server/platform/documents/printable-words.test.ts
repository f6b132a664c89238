import { expect, test } from 'vitest';
import { needsEmbeddedFont, printableTitle, printableWords } from './printable-words.ts';

test.each([
  ['Moto 🏍️ 0 km – “à vista” — R$ 10 €', 'Moto 0 km – “à vista” — R$ 10 €', false],
  ['CONCEIÇÃO 💙 DA SILVA', 'CONCEIÇÃO DA SILVA', false],
  ['Sa\u0303o', 'São', false],
  ['Łukasz Dvořák', 'Łukasz Dvořák', true],
  ['Nguyễn Văn Ση', 'Nguyễn Văn Ση', true],
  ['Иван', 'Иван', true],
  ['ﬁm ½\u200B', 'fim ½', false],
  ['北京 שלום', 'BeiJing slvm', false],
  ['um\tdois', 'um dois', false],
])('writes %s as %s', (given, shown, embeds) => {
  expect(printableWords(given)).toBe(shown);
  expect(needsEmbeddedFont(shown)).toBe(embeds);
});

test.each([
  ['🏍️', 'Rifa'],
  ['🏍️ 🎁 – !', 'Rifa'],
  ['\u{10940}\u{10941}', 'Rifa'],
  ['🏍️ Moto', '🏍️ Moto'],
  ['北京', '北京'],
  ['100', '100'],
])('prints the title %s as %s', (given, shown) => {
  expect(printableTitle(given, 'Rifa')).toBe(shown);
});
