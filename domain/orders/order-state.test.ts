import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canChangeOrder, ORDER_STATES, ORDER_STATUSES, type OrderStatus } from './order-state.ts';

/** What must be true of an order before it reaches a state. */
const ALLOWED_FROM: Record<OrderStatus, (from: OrderStatus) => boolean> = {
  // An order begins here and never returns.
  pending: () => false,
  // Money may arrive in time or late, but only once.
  paid: (from) => ['pending', 'cancelled', 'failed'].includes(from),
  // Only an unpaid order ends without money.
  cancelled: (from) => from === 'pending',
  failed: (from) => from === 'pending',
  // Only money that is here can go back.
  refunded: (from) => from === 'paid',
  charged_back: (from) => from === 'paid',
};

const pairs = ORDER_STATUSES.flatMap((from) => ORDER_STATUSES.map((to) => [from, to] as const));

test.each(pairs)('changes from %s to %s only as the rule says', (from, to) => {
  expect(canChangeOrder(from, to)).toBe(ALLOWED_FROM[to](from));
});

test('holds numbers while money is expected, sells them for money, frees them otherwise', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...ORDER_STATUSES)), (wanted) => {
      let status: OrderStatus = 'pending';
      let payments = 0;
      let returns = 0;
      for (const next of wanted.filter((one) => one !== status)) {
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
