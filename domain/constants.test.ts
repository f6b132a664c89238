/** The storefront's constants and limits (spec: storefront, section 9), each said once more and nowhere else. */
import { expect, test } from 'vitest';
import { CART_LIFETIME_MS, NUMBERS_SHOWN } from './cart/cart.ts';
import { MANUAL_QUANTITY_MAX } from './checkout/manual-quantity.ts';
import { formatNumber } from './numbers/format-number.ts';
import { HOLD_MS } from './orders/hold.ts';
import * as pacing from './pacing.ts';
import { URGENT_UNDER_MS } from './rifas/lifecycle/countdown.ts';
import { planTotalCotas, PURCHASE_PLANS } from './rifas/prices/purchase-plan.ts';
import * as scarcity from './rifas/scarcity.ts';
import * as decoration from './social-proof/figures.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test('purchase plans: Bronze 5 with 20%, Prata 10 with 20%, Ouro 20 with 25%', () => {
  expect(PURCHASE_PLANS.map((plan) => [plan.name, plan.quantity, plan.bonusPercentage])).toEqual([
    ['Bronze', 5, 20],
    ['Prata', 10, 20],
    ['Ouro', 20, 25],
  ]);
  expect(PURCHASE_PLANS.map(planTotalCotas)).toEqual([6, 12, 25]);
});

test('numbers are padded to four digits, or to those of a larger total', () => {
  expect(formatNumber(7, 1000)).toBe('0007');
  expect(formatNumber(7, 1_000_000)).toBe('0000007');
});

test.each([
  ['cart session', CART_LIFETIME_MS, 30 * DAY],
  ['numbers shown of a cart line', NUMBERS_SHOWN, 5],
  ['reservation', HOLD_MS, 15 * MINUTE],
  ['cotas in one order', MANUAL_QUANTITY_MAX, 1000],
  ['urgent countdown', URGENT_UNDER_MS, 24 * HOUR],
  ['bar changes first', scarcity.MOVING_FROM_PERCENT, 30],
  ['message changes first', scarcity.HALF_PERCENT, 50],
  ['popular', scarcity.POPULAR_FROM_PERCENT, 60],
  ['almost gone', scarcity.ALMOST_GONE_FROM_PERCENT, 80],
  ['featured warning', scarcity.FEATURED_WARNS_ABOVE_PERCENT, 70],
  ['toast', pacing.TOAST_STAYS_MS, 4 * SECOND],
  ['toasts in sight', pacing.TOASTS_IN_SIGHT, 3],
  ['fresh data', pacing.DATA_FRESH_MS, 5 * MINUTE],
  ['fetch retries', pacing.FETCH_RETRIES, 3],
  ['newsletter and contact form', pacing.SENDING_SHOWN_MS, SECOND],
  ['login redirect', pacing.AFTER_LOGIN_MS, SECOND],
  ['pending-result redirect', pacing.AFTER_PAYMENT_LINK_MS, SECOND],
  ['order-page redirect', pacing.AFTER_ORDER_MS, 2 * SECOND],
  ['stats bar and trust statistics', decoration.STATS_EVERY_MS, 30 * SECOND],
  ['people buying', decoration.PEOPLE_BUYING_EVERY_MS, 12 * SECOND],
  ['urgency banner', decoration.BANNER_EVERY_MS, 4 * SECOND],
  ['first live activity', decoration.ACTIVITY_FIRST_MS, 3 * SECOND],
  ['live activity stays', decoration.ACTIVITY_STAYS_MS, 6 * SECOND],
  ['prizes in the stats bar', decoration.PRIZES_SHOWN, 15],
  ['value in the stats bar', decoration.VALUE_SHOWN_CENTAVOS, 150_000_00],
])('%s', (_name, constant, expected) => {
  expect(constant).toBe(expected);
});

test.each([
  ['live activity returns after', decoration.ACTIVITY_RETURNS_MS, 15 * SECOND, 35 * SECOND],
  ['participants', decoration.PARTICIPANTS, 500, 599],
  ['people buying', decoration.PEOPLE_BUYING, 15, 40],
  ['items in carts', decoration.ITEMS_IN_CARTS, 50, 150],
  ['viewers', decoration.VIEWERS, 30, 150],
  ['sales today', decoration.SALES_TODAY, 5, 50],
  ['hotness', decoration.HOTNESS, 60, 100],
  ['bought by earlier winners', decoration.WINNERS_BOUGHT, 5, 10],
])('%s', (_name, bounds, min, max) => {
  expect(bounds).toEqual({ min, max });
});
