import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseRichText, plainRichText } from './rich-text.ts';

test('parses headings, paragraphs, lists, emphasis and links', () => {
  expect(
    parseRichText('## Moto\nZero km,\n**emplacada**.\n\n- tanque *cheio*\n- [loja](https://loja.exemplo)'),
  ).toEqual([
    { type: 'heading', content: [{ type: 'text', text: 'Moto' }] },
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'Zero km,\n' },
        { type: 'strong', text: 'emplacada' },
        { type: 'text', text: '.' },
      ],
    },
    {
      type: 'list',
      ordered: false,
      items: [
        [
          { type: 'text', text: 'tanque ' },
          { type: 'emphasis', text: 'cheio' },
        ],
        [{ type: 'link', text: 'loja', href: 'https://loja.exemplo' }],
      ],
    },
  ]);
});

test.each(['[x](javascript:alert(1))', '[x](http://a.exemplo)', '<b>x</b>', '[x](https://a"onx=1)'])(
  'keeps unsupported markup as text: %s',
  (text) => {
    expect(parseRichText(text)).toEqual([{ type: 'paragraph', content: [{ type: 'text', text }] }]);
  },
);

test('extracts the plain text of a description', () => {
  expect(plainRichText('# Moto\n\nSai **da loja**:\n1. tanque\n2. capacete')).toBe(
    'Moto Sai da loja: tanque, capacete',
  );
});

test('parses any text without losing words and allows only https links', () => {
  const letters = (text: string) => text.replaceAll(/[^\p{L}]/gu, '');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      const inlines = parseRichText(text).flatMap((block) =>
        block.type === 'list' ? block.items.flat() : block.content,
      );
      const links = inlines.flatMap((inline) => (inline.type === 'link' ? [inline.href] : []));
      expect(links.every((href) => new URL(href).protocol === 'https:')).toBe(true);
      expect(links.length > 0 || letters(plainRichText(text)) === letters(text)).toBe(true);
    }),
  );
});
