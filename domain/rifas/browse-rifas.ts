/** Searches, filters, sorts and pages the rifas of the shop. */
import { dateInMaceio } from '../time/maceio-time.ts';
import type { PrizeType } from '../draws/prizes/prize-type.ts';
import { foldText } from '../fold-text.ts';

/** Four rows of two on a phone, two of four on a desktop. */
export const RIFAS_PER_PAGE = 8;

const SORTS = ['recentes', 'encerrando', 'menor-preco', 'mais-vendidas'] as const;
export type RifaSort = (typeof SORTS)[number];

/** Maximum time until the draw of a rifa that closes soon. */
export const CLOSING_SOON_MS = 7 * 24 * 60 * 60 * 1000;

/** When a rifa is drawn: today in the time zone of the lottery, or within a week. */
export type DrawnWithin = 'today' | 'week';

export interface RifaSearch {
  /** Words to match in title, description or prize, ignoring case and accents. */
  text: string;
  /** Maximum price per cota. */
  maxPriceCentavos: number | null;
  /** Type of the first prize. */
  prizeType: PrizeType | null;
  drawnWithin: DrawnWithin | null;
  sort: RifaSort;
  /** 1-based. */
  page: number;
}

export interface BrowsableRifa {
  title: string;
  description: string;
  prizeName: string | null;
  prizeType: PrizeType | null;
  priceCentavos: number;
  soldNumbers: number;
  totalNumbers: number;
  /** ISO 8601. */
  drawDate: string;
  /** ISO 8601. */
  createdAt: string;
}

export interface RifaPageOf<Rifa> {
  rifas: Rifa[];
  /** Total over all pages. */
  found: number;
  /** 1-based, clamped to the last page. */
  page: number;
  /** At least 1. */
  pages: number;
}

/**
 * Parses a search from URL parameters: `busca`, `ate` (reais), `premio` (produto, servico or dinheiro), `quando` (hoje or logo), `ordem`,
 * `pagina`. Ignores invalid values.
 */
export function parseRifaSearch(parameters: URLSearchParams): RifaSearch {
  const reais = Number(parameters.get('ate'));
  const sort = parameters.get('ordem');
  const page = Number(parameters.get('pagina'));
  return {
    text: (parameters.get('busca') ?? '').trim().slice(0, 80),
    maxPriceCentavos: reais > 0 && Number.isFinite(reais) ? Math.round(reais * 100) : null,
    prizeType: prizeTypes.get(parameters.get('premio')) ?? null,
    drawnWithin: periods.get(parameters.get('quando')) ?? null,
    sort: SORTS.find((known) => known === sort) ?? 'recentes',
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  };
}

const periods = new Map<string | null, DrawnWithin>([
  ['hoje', 'today'],
  ['logo', 'week'],
]);

const prizeTypes = new Map<string | null, PrizeType>([
  ['produto', 'product'],
  ['servico', 'service'],
  ['dinheiro', 'cash'],
]);

/** Whether a search has any filter. */
export function isNarrowed(search: RifaSearch): boolean {
  return (
    search.text !== '' ||
    search.maxPriceCentavos !== null ||
    search.prizeType !== null ||
    search.drawnWithin !== null ||
    search.sort !== 'recentes'
  );
}

export function browseRifas<Rifa extends BrowsableRifa>(
  rifas: readonly Rifa[],
  search: RifaSearch,
  now: Date,
): RifaPageOf<Rifa> {
  const words = foldText(search.text).split(/\s+/).filter(Boolean);
  const matching = rifas
    .filter((rifa) => search.maxPriceCentavos === null || rifa.priceCentavos <= search.maxPriceCentavos)
    .filter((rifa) => search.prizeType === null || rifa.prizeType === search.prizeType)
    .filter((rifa) => search.drawnWithin === null || isDrawnWithin(search.drawnWithin, rifa, now))
    .filter((rifa) => {
      const haystack = foldText(`${rifa.title} ${rifa.description} ${rifa.prizeName ?? ''}`);
      return words.every((word) => haystack.includes(word));
    })
    .toSorted(comparisons[search.sort]);
  const pages = Math.max(1, Math.ceil(matching.length / RIFAS_PER_PAGE));
  const page = Math.min(search.page, pages);
  return {
    rifas: matching.slice((page - 1) * RIFAS_PER_PAGE, page * RIFAS_PER_PAGE),
    found: matching.length,
    page,
    pages,
  };
}

function isDrawnWithin(period: DrawnWithin, { drawDate }: { drawDate: string }, now: Date): boolean {
  const left = Date.parse(drawDate) - now.getTime();
  if (left <= 0) return false;
  return period === 'week' ? left <= CLOSING_SOON_MS : dateInMaceio(new Date(drawDate)) === dateInMaceio(now);
}

type Comparison = (a: BrowsableRifa, b: BrowsableRifa) => number;

const comparisons: Record<RifaSort, Comparison> = {
  recentes: (a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt),
  encerrando: (a, b) => Date.parse(a.drawDate) - Date.parse(b.drawDate),
  'menor-preco': (a, b) => a.priceCentavos - b.priceCentavos,
  'mais-vendidas': (a, b) => b.soldNumbers / b.totalNumbers - a.soldNumbers / a.totalNumbers,
};
