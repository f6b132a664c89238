/** Delays and durations shared by the site's screens (spec: storefront, section 9). Milliseconds unless stated otherwise. */

/** Duration of a toast, and the maximum shown at once. */
export const TOAST_VISIBLE_MS = 4_000;
export const MAX_VISIBLE_TOASTS = 3;
/** Duration of a toast with the reason why an order failed. Longer, because nothing else on the page shows the reason. */
export const FAILED_ORDER_VISIBLE_MS = 15_000;

/** Stale time of cached queries, and retries of a failed fetch. */
export const DATA_FRESH_MS = 5 * 60_000;
export const FETCH_RETRIES = 3;

/** A navigation waits this long for the next page's data before it shows the loading state. */
export const PREFETCH_TIMEOUT_MS = 200;

/** The contact and newsletter forms show 'Enviando...' for at least this long. */
export const SENDING_SHOWN_MS = 1_000;

/** From a successful login to the redirect. */
export const AFTER_LOGIN_MS = 1_000;

/** From opening the payment link in a new tab to the pending page. */
export const AFTER_PAYMENT_LINK_MS = 1_000;

/** From creating an order on the rifa page to the order page. */
export const AFTER_ORDER_MS = 2_000;
