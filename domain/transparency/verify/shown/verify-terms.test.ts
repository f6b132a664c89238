import { expect, test } from 'vitest';
import { honest } from '../files/honest-files.testing.ts';
import { type LoggedTerms, type ShownTerms, differingTerms } from './verify-terms.ts';
import { drawEntries } from '../verify.testing.ts';

const [FIRST, SECOND] = ['a'.repeat(64), 'b'.repeat(64)];
const published = { ...drawEntries(honest.draw).published, contentHash: FIRST };
const amendedTo = (contentHash: string | null): LoggedTerms['amended'] => [
  {
    kind: 'amended',
    at: published.at,
    rifaId: published.rifaId,
    version: 2,
    reason: 'Estava errado.',
    contentHash,
    changes: ['Descrição: “Nova” → “Usada”'],
  },
];
const shown: ShownTerms = {
  title: published.title,
  priceCentavos: published.priceCentavos,
  totalNumbers: published.totalNumbers,
  regulationHash: published.regulationHash,
  contentHash: FIRST,
  rule: { version: published.rule, fallback: published.fallback, cotaWinsOnce: published.cotaWinsOnce },
};

test('shows the published content, or that of the last correction', () => {
  expect(differingTerms(shown, { published, amended: [] })).toEqual([]);
  const corrected = { published, amended: amendedTo(SECOND) };
  expect(differingTerms({ ...shown, contentHash: SECOND }, corrected)).toEqual([]);
  expect(differingTerms(shown, corrected)).toEqual([
    'A descrição, as fotos, o vídeo ou os prêmios mostrados não são os publicados, nem os de uma correção anunciada.',
  ]);
});

test('compares no content with an entry from before its hash', () => {
  const before = { published: { ...published, contentHash: null }, amended: [] };
  expect(differingTerms(shown, before)).toEqual([]);
  expect(differingTerms({ ...shown, contentHash: SECOND }, { published, amended: amendedTo(null) })).toEqual(
    [],
  );
});

test('a record that leaves its content out does not hold', () => {
  expect(differingTerms({ ...shown, contentHash: null }, { published, amended: [] })).toHaveLength(1);
});
