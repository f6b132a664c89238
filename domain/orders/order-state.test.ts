import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canChangeOrder, ORDER_STATES, ORDER_STATUSES, type OrderStatus } from './order-state.ts';

/** Precondition of each state. */
const ALLOWED_FROM: Record<OrderStatus, (from: OrderStatus) => boolean> = {
  // Initial state; no order returns to it.
  pending: () => false,
  // A payment may be late, but counts once.
  paid: (from) => ['pending', 'cancelled', 'failed'].includes(from),
  // Only unpaid orders end without money.
  cancelled: (from) => from === 'pending',
  failed: (from) => from === 'pending',
  // Only paid money can be refunded.
  refunded: (from) => from === 'paid',
  charged_back: (from) => from === 'paid',
};

const pairs = ORDER_STATUSES.flatMap((from) => ORDER_STATUSES.map((to) => [from, to] as const));

// @covers storefront 4: order: pending, paid, cancelled, failed [domain/orders/order-state.ts]
test.each(pairs)('transition from %s to %s follows the rules', (from, to) => {
  expect(canChangeOrder(from, to)).toBe(ALLOWED_FROM[to](from));
});

test('numbers are reserved while pending, sold when paid, free otherwise', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...ORDER_STATUSES)), (targets) => {
      let status: OrderStatus = 'pending';
      let payments = 0;
      let returns = 0;
      for (const next of targets.filter((target) => target !== status)) {
        if (!canChangeOrder(status, next)) continue;
        status = next;
        if (status === 'paid') payments++;
        if (status === 'refunded' || status === 'charged_back') returns++;
        expect(payments).toBeLessThanOrEqual(1);
        expect(ORDER_STATES[status].holding).toBe(payments > returns ? 'sold' : 'none');
      }
      expect(ORDER_STATES.pending.holding).toBe('reserved');
    }),
  );
});
