/** Filters of the orders list, stored in the URL so that a view can be shared and survives back navigation. */
import type { OrderFilters } from '@mare/contract/admin/orders-admin.ts';
import { ORDER_STATES } from '@mare/domain/orders/order-state.ts';
import { labelsOf } from '../lists/use-list-state.ts';

export const statusChoices: Record<string, string> = {
  ...labelsOf(ORDER_STATES),
  review: 'Precisa de revisão',
};
export const methodChoices = { pix: 'Pix', other: 'Cartão e outros', cash: 'Dinheiro' };
export const channelChoices = { site: 'No site', affiliate: 'Por afiliado', manual: 'Venda em mãos' };

/** Label of a payment's method; the provider's own word for methods other than Pix and cash. */
export function methodLabel(method: string): string {
  if (method === 'pix' || method === 'cash') return methodChoices[method];
  return method === 'account_money' ? 'Saldo MercadoPago' : `Cartão (${method})`;
}

/** URL parameter of each filter. */
const NAMES = {
  search: 'busca',
  from: 'de',
  to: 'ate',
  rifaId: 'rifa',
  personId: 'pessoa',
  status: 'situacao',
  method: 'meio',
  channel: 'canal',
  minCentavos: 'minimo',
  maxCentavos: 'maximo',
  coupon: 'cupom',
  affiliate: 'afiliado',
  tag: 'etiqueta',
  actionId: 'lote',
} as const satisfies Record<Exclude<keyof OrderFilters, 'ids'>, string>;

type FilterName = keyof typeof NAMES;
const FILTERS = Object.keys(NAMES) as FilterName[];

/** Filters as text, as the URL has them. Empty filters nothing. */
export type WrittenFilters = Record<FilterName, string>;

export function readFilters(params: URLSearchParams): WrittenFilters {
  return Object.fromEntries(FILTERS.map((name) => [name, params.get(NAMES[name]) ?? ''])) as WrittenFilters;
}

export function writeFilters(filters: Partial<WrittenFilters>): URLSearchParams {
  const params = new URLSearchParams();
  for (const name of FILTERS) {
    const value = filters[name]?.trim();
    if (value) params.set(NAMES[name], value);
  }
  return params;
}

/** The filters that are set, for the API and for the export. Invalid ones of an edited URL are ignored. */
export function toQuery(written: WrittenFilters): Record<string, string> {
  const valid: Partial<Record<FilterName, boolean>> = {
    status: written.status in statusChoices,
    method: written.method in methodChoices,
    channel: written.channel in channelChoices,
    from: isDay(written.from),
    to: isDay(written.to),
    rifaId: UUID.test(written.rifaId),
    personId: UUID.test(written.personId),
    actionId: UUID.test(written.actionId),
    minCentavos: /^\d{1,12}$/.test(written.minCentavos),
    maxCentavos: /^\d{1,12}$/.test(written.maxCentavos),
  };
  return Object.fromEntries(
    FILTERS.filter((name) => written[name] !== '' && valid[name] !== false).map((name) => [
      name,
      written[name].slice(0, name === 'search' ? 80 : 40),
    ]),
  );
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}

/** Number of filters besides the search. */
export function countFilters(written: WrittenFilters): number {
  return Object.keys(toQuery({ ...written, search: '' })).length;
}
