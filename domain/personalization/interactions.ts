/** Recorded interactions of signed-in users who consented to measurement (spec: storefront, 7). */
export const INTERACTION_TYPES = ['page_view', 'rifa_view', 'add_to_cart', 'checkout_start'] as const;
export type InteractionType = (typeof INTERACTION_TYPES)[number];

/** Source of events from the site, as opposed to staff notes. */
export const INTERACTION_SOURCE = 'web';

/** Batch size; a full batch is sent at once. */
export const MAX_INTERACTIONS_PER_BATCH = 20;
/** Maximum delay of a batch (ms). */
export const INTERACTIONS_WAIT_MS = 10_000;
/** Retention in days. */
export const INTERACTION_RETENTION_DAYS = 180;

const RIFA_PAGE = /^\/rifa\/([0-9a-f-]{36})(?:\/anonymous)?$/;

export interface Visited {
  type: InteractionType;
  rifaId?: string;
  /** Without query, fragment, and ids of orders, tickets or users. */
  path: string;
}

/** The interaction that a page view records. */
export function visitOf(pathname: string): Visited {
  const rifaId = RIFA_PAGE.exec(pathname)?.[1];
  if (rifaId) return { type: 'rifa_view', rifaId, path: '/rifa' };
  if (pathname === '/checkout') return { type: 'checkout_start', path: '/checkout' };
  return { type: 'page_view', path: `/${pathname.split('/')[1] ?? ''}`.slice(0, 80) };
}
