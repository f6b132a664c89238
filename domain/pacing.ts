/** How long the site waits, shows and keeps things, so that its screens feel alike. Milliseconds unless said otherwise. */

/** How long a toast stays, and how many are in sight at once. */
export const TOAST_STAYS_MS = 4_000;
export const TOASTS_IN_SIGHT = 3;

/** Data in the browser counts as fresh this long; a fetch that failed is tried again so many times. */
export const DATA_FRESH_MS = 5 * 60_000;
export const FETCH_RETRIES = 3;

/** A page that is not ready after this shows that it is loading, rather than leave the one before it in place. */
export const PAGE_WAITS_MS = 200;

/** What is sent to the desk or signs up for the newsletter says 'Enviando...' at least this long. */
export const SENDING_SHOWN_MS = 1_000;

/** From a login's success to the next page. */
export const AFTER_LOGIN_MS = 1_000;

/** From the payment link, open in a new tab, to the pending result. */
export const AFTER_PAYMENT_LINK_MS = 1_000;

/** From an order made on the purchase screen to the order's page. */
export const AFTER_ORDER_MS = 2_000;
