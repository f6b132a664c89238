/** Finding a rifa in the shop: by words, price, kind of prize and closeness of the draw, in an order, page by page. */

export const RIFAS_PER_PAGE = 12;

export const rifaOrders = ['recentes', 'encerrando', 'menor-preco', 'mais-vendidas'] as const;
export type RifaOrder = (typeof rifaOrders)[number];

/** 'Closing soon' is a draw within this time. */
export const CLOSING_SOON_MS = 7 * 24 * 60 * 60 * 1000;

export type PrizeType = 'product' | 'service';

export interface RifaSearch {
  /** Words that title, description or prize must hold, whatever their case and accents. */
  text: string;
  /** Highest price of a cota, in centavos. */
  maxPriceCentavos: number | null;
  /** Kind of the first prize. */
  prizeType: PrizeType | null;
  /** Only those drawn within a week. */
  closingSoon: boolean;
  order: RifaOrder;
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
  /** Found over all pages. */
  found: number;
  /** 1-based, never beyond the last. */
  page: number;
  /** At least 1. */
  pages: number;
}

/**
 * Reads a search from an address: `busca`, `ate` (reais), `premio` (produto or servico), `quando` (logo), `ordem`,
 * `pagina`. What makes no sense is left out.
 */
export function parseRifaSearch(parameters: URLSearchParams): RifaSearch {
  const reais = Number(parameters.get('ate'));
  const order = parameters.get('ordem');
  const page = Number(parameters.get('pagina'));
  return {
    text: (parameters.get('busca') ?? '').trim().slice(0, 80),
    maxPriceCentavos: reais > 0 && Number.isFinite(reais) ? Math.round(reais * 100) : null,
    prizeType: prizeTypes.get(parameters.get('premio')) ?? null,
    closingSoon: parameters.get('quando') === 'logo',
    order: rifaOrders.find((known) => known === order) ?? 'recentes',
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  };
}

const prizeTypes = new Map<string | null, PrizeType>([
  ['produto', 'product'],
  ['servico', 'service'],
]);

/** Whether a search asks for anything but the first page of everything. */
export function isNarrowed(search: RifaSearch): boolean {
  return (
    search.text !== '' ||
    search.maxPriceCentavos !== null ||
    search.prizeType !== null ||
    search.closingSoon ||
    search.order !== 'recentes'
  );
}

export function browseRifas<Rifa extends BrowsableRifa>(
  rifas: readonly Rifa[],
  search: RifaSearch,
  now: Date,
): RifaPageOf<Rifa> {
  const words = plain(search.text).split(/\s+/).filter(Boolean);
  const matching = rifas
    .filter((rifa) => search.maxPriceCentavos === null || rifa.priceCentavos <= search.maxPriceCentavos)
    .filter((rifa) => search.prizeType === null || rifa.prizeType === search.prizeType)
    .filter((rifa) => !search.closingSoon || isClosingSoon(rifa, now))
    .filter((rifa) => {
      const haystack = plain(`${rifa.title} ${rifa.description} ${rifa.prizeName ?? ''}`);
      return words.every((word) => haystack.includes(word));
    })
    .toSorted(comparisons[search.order]);
  const pages = Math.max(1, Math.ceil(matching.length / RIFAS_PER_PAGE));
  const page = Math.min(search.page, pages);
  return {
    rifas: matching.slice((page - 1) * RIFAS_PER_PAGE, page * RIFAS_PER_PAGE),
    found: matching.length,
    page,
    pages,
  };
}

function isClosingSoon({ drawDate }: BrowsableRifa, now: Date): boolean {
  const left = Date.parse(drawDate) - now.getTime();
  return left > 0 && left <= CLOSING_SOON_MS;
}

type Comparison = (a: BrowsableRifa, b: BrowsableRifa) => number;

const comparisons: Record<RifaOrder, Comparison> = {
  recentes: (a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt),
  encerrando: (a, b) => Date.parse(a.drawDate) - Date.parse(b.drawDate),
  'menor-preco': (a, b) => a.priceCentavos - b.priceCentavos,
  'mais-vendidas': (a, b) => b.soldNumbers / b.totalNumbers - a.soldNumbers / a.totalNumbers,
};

/** Lower case without accents. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
