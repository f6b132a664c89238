/** Compares what the pages show of a rifa, from its publication on, with its terms in the public log. */
import type { ShownDraw } from '../../../draws/verifying/shown-draw.ts';
import { formatBrl } from '../../../format.ts';
import { isLoggedTitle } from '../../../rifas/corrections/logged-corrections.ts';
import type { EntryOf } from '../../log/log-entry.ts';

export type ShownTerms = Pick<
  ShownDraw,
  'title' | 'priceCentavos' | 'totalNumbers' | 'regulationHash' | 'contentHash' | 'declared' | 'rule'
>;

export interface LoggedTerms {
  published: EntryOf<'published'>;
  /** Announced corrections, oldest first. */
  amended: readonly EntryOf<'amended'>[];
}

/** @returns a sentence for each shown term that is not the published one, nor that of an announced correction */
export function differingTerms(shown: ShownTerms, { published, amended }: LoggedTerms): string[] {
  const { title, rule, contentHash } = shown;
  const changes = amended.flatMap((entry) => entry.changes);
  // Null in an entry from before the hash, after which nothing can be compared.
  const content = (amended.at(-1) ?? published).contentHash;
  return [
    !isLoggedTitle(title, published.title, changes) &&
      `O título mostrado, “${title}”, não é o publicado, “${published.title}”, nem o de uma correção anunciada.`,
    shown.priceCentavos !== published.priceCentavos &&
      `Preço: publicado ${formatBrl(published.priceCentavos)}, mostrado ${formatBrl(shown.priceCentavos)}.`,
    shown.totalNumbers !== published.totalNumbers &&
      `Total de números: publicado ${published.totalNumbers}, mostrado ${shown.totalNumbers}.`,
    (rule.version !== published.rule ||
      rule.fallback !== published.fallback ||
      rule.cotaWinsOnce !== published.cotaWinsOnce) &&
      'A regra mostrada não é a publicada.',
    ...differingDeclaration(shown.declared ?? [], published.declared),
    shown.regulationHash !== published.regulationHash &&
      'O texto do regulamento não é o que foi publicado antes da primeira venda.',
    content !== null &&
      contentHash !== content &&
      'A descrição, as fotos, o vídeo ou os prêmios mostrados não são os publicados, nem os de uma correção anunciada.',
  ].filter((sentence) => sentence !== false);
}

/** An entry from before declared terms has none, and cannot be compared. */
function differingDeclaration(shown: readonly string[], published: readonly string[]): string[] {
  if (published.length === 0) return [];
  const [removed, added] = [lacking(published, shown), lacking(shown, published)];
  return [
    ...removed.map((line) => `Declarado antes da primeira venda e não mostrado: ${line}.`),
    ...added.map((line) => `Mostrado e não declarado antes da primeira venda: ${line}.`),
  ];
}

function lacking(lines: readonly string[], from: readonly string[]): string[] {
  return lines.filter((line) => !from.includes(line));
}
