import { expect, test } from 'vitest';
import { honest } from '../files/honest-files.testing.ts';
import { type LoggedTerms, type ShownTerms, differingTerms } from './verify-terms.ts';
import { drawEntries } from '../verify.testing.ts';

const [FIRST, SECOND] = ['a'.repeat(64), 'b'.repeat(64)];
const DECLARED = ['vendas até 60 minutos antes da extração', 'combo de 10 cotas por R$ 8,00'];
const published = { ...drawEntries(honest.draw).published, contentHash: FIRST, declared: DECLARED };
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
  declared: published.declared,
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

test('names each declared term that is not shown, and each shown one that was not declared', () => {
  const [first] = DECLARED;
  const shownNow = { ...shown, declared: [first!, 'combo de 10 cotas por R$ 9,00'] };
  expect(differingTerms(shownNow, { published, amended: [] })).toEqual([
    'Declarado antes da primeira venda e não mostrado: combo de 10 cotas por R$ 8,00.',
    'Mostrado e não declarado antes da primeira venda: combo de 10 cotas por R$ 9,00.',
  ]);
  expect(differingTerms({ ...shown, declared: null }, { published, amended: [] })).toHaveLength(2);
});

test('compares no declared terms with an entry from before them', () => {
  expect(differingTerms(shown, { published: { ...published, declared: [] }, amended: [] })).toEqual([]);
});
