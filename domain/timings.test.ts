/** Spec: storefront, section 9. */
import { expect, test } from 'vitest';
import * as timings from './timings.ts';

test.each([
  ['a toast stays for 4 seconds', timings.TOAST_STAYS_MS, 4_000],
  ['no more than 3 toasts are in sight', timings.TOASTS_IN_SIGHT, 3],
  ['fetched data counts as fresh for 5 minutes', timings.DATA_FRESH_MS, 300_000],
  ['a fetch that failed is tried 3 times more', timings.FETCH_RETRIES, 3],
  ['newsletter and contact form show for a second that they send', timings.SENDING_SHOWN_MS, 1_000],
  ['the next page comes one second after a login', timings.AFTER_LOGIN_MS, 1_000],
  ['the pending result comes one second after the payment link', timings.AFTER_PAYMENT_LINK_MS, 1_000],
  ['the order’s page comes two seconds after the order', timings.AFTER_ORDER_MS, 2_000],
])('%s', (_sentence, constant, expected) => {
  expect(constant).toBe(expected);
});
