/** What is written down of a signed-in person's behaviour once they have allowed measurement (spec: storefront, 7). */
export const INTERACTION_TYPES = ['page_view', 'rifa_view', 'add_to_cart', 'checkout_start'] as const;
export type InteractionType = (typeof INTERACTION_TYPES)[number];

/** Where the site's own events come from, unlike what the staff writes down. */
export const INTERACTION_SOURCE = 'web';

/** Sent together; a fuller batch goes out at once. */
export const INTERACTIONS_A_BATCH = 20;
/** How long the first event of a batch waits for more, in milliseconds. */
export const INTERACTIONS_WAIT_MS = 10_000;
/** After so long an event has told what it can. */
export const INTERACTIONS_KEPT_DAYS = 180;

const RIFA_PAGE = /^\/rifa\/([0-9a-f-]{36})(?:\/anonymous)?$/;

export interface Visited {
  type: InteractionType;
  rifaId?: string;
  /** Without search and fragment, and without what names an order, a ticket or a person. */
  path: string;
}

/** What opening an address says of a visit. */
export function visitOf(pathname: string): Visited {
  const rifaId = RIFA_PAGE.exec(pathname)?.[1];
  if (rifaId) return { type: 'rifa_view', rifaId, path: '/rifa' };
  if (pathname === '/checkout') return { type: 'checkout_start', path: '/checkout' };
  return { type: 'page_view', path: `/${pathname.split('/')[1] ?? ''}`.slice(0, 80) };
}
