/** Abandoned, ordered and paid carts, and their stats. */
import { createRouterClient } from '@orpc/server';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { settleOrder } from '../../orders/lifecycle/settle-order.ts';
import { line } from '../../orders/orders.testing.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import { cartRoutes } from '../cart.routes.ts';
import { type CartsTestbed, createCartsTestbed } from './carts.testing.ts';
import { recoverCartJob } from './recover-cart.job.ts';
import { trackCart } from './track-cart.ts';

const MINUTE = 60;

let bed: CartsTestbed;
beforeAll(async () => {
  bed = await createCartsTestbed();
});
afterAll(() => bed.close());
beforeEach(() => bed.reset());

/** Rifas of the buyer's open and recovered tracked lines. */
const readTrackedRifas = async (userId: string) => {
  const rows = await bed.db
    .selectFrom('abandonedCartTracking')
    .select(['rifaId', 'recoveredAt'])
    .where('userId', '=', userId)
    .execute();
  const findRifas = (recovered: boolean) =>
    rows
      .filter((row) => (row.recoveredAt !== null) === recovered)
      .map((row) => row.rifaId)
      .toSorted();
  return { open: findRifas(false), recovered: findRifas(true) };
};

/** Actions of one buyer, a minute apart. An order empties the cart, as the checkout does. */
const anyStep = fc.oneof(
  fc.record({ kind: fc.constant('put' as const), rifa: fc.nat(1), quantity: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ kind: fc.constant('remove' as const), rifa: fc.nat(1) }),
  fc.record({ kind: fc.constant('order' as const) }),
  fc.record({ kind: fc.constant('pay' as const), order: fc.nat(3) }),
);

// @covers storefront 4: abandoned carts: recorded, recovered [server/cart/abandonment/track-cart.ts,
//   server/cart/abandonment/recover-cart.job.ts]
test(
  'computes correct stats for any sequence of carts, orders and payments',
  { timeout: 120_000 },
  async () => {
    const rifas = [bed.rifaId, await bed.rifa()];
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 3, maxLength: 12 }), async (steps) => {
        const buyer = await bed.newBuyer();
        const cart = new Map<string, number>();
        const lines = new Map<string, { since: number; quantity: number }>();
        const recovered: string[] = [];
        const orders: { id: string; at: number; rifas: string[]; isPaid: boolean }[] = [];
        const sync = async (at: number) => {
          await trackCart(
            bed.platform,
            buyer,
            [...cart].map(([id, quantity]) => ({ rifaId: id, quantity })),
          );
          for (const [id, { since }] of lines) {
            const isOrdered = orders.some((order) => order.at >= since && order.rifas.includes(id));
            if (!cart.has(id) && !isOrdered) lines.delete(id);
          }
          for (const [id, quantity] of cart) {
            const line = lines.get(id);
            // A cart that is filled again after an order is the same cart: the payment still recovers it.
            const isOrdered =
              line && orders.some((order) => order.at >= line.since && order.rifas.includes(id));
            if (line?.quantity !== quantity) lines.set(id, { since: isOrdered ? line.since : at, quantity });
          }
        };
        for (const [at, step] of steps.entries()) {
          bed.clock.advance(MINUTE);
          if (step.kind === 'put') cart.set(rifas[step.rifa]!, step.quantity);
          if (step.kind === 'remove') cart.delete(rifas[step.rifa]!);
          if (step.kind === 'order' && cart.size > 0) {
            const id = await bed.orderCart(
              buyer,
              [...cart].map(([rifa, quantity]) => line(rifa, quantity)),
            );
            orders.push({ id, at, rifas: [...cart.keys()], isPaid: false });
            cart.clear();
          }
          const paidOrder = step.kind === 'pay' ? orders[step.order] : undefined;
          if (paidOrder && !paidOrder.isPaid) {
            paidOrder.isPaid = true;
            await bed.db.transaction().execute((trx) => settleOrder(trx, paidOrder.id, bed.clock.now()));
            await recoverCartJob.handle(bed.platform, { orderId: paidOrder.id });
            for (const id of paidOrder.rifas) {
              if ((lines.get(id)?.since ?? Infinity) > paidOrder.at) continue;
              lines.delete(id);
              recovered.push(id);
            }
          }
          await sync(at);
          expect(await readTrackedRifas(buyer)).toEqual({
            open: [...lines.keys()].toSorted(),
            recovered: recovered.toSorted(),
          });
        }
      }),
      { numRuns: 60 },
    );
  },
);

test('recovers a cart filled again before the payment, and counts a third cart separately', async () => {
  const buyer = await bed.newBuyer();
  await bed.abandonCart(buyer, 3);
  bed.clock.advance(MINUTE);
  const orderId = await bed.orderCart(buyer);
  await bed.emptyCart(buyer);
  bed.clock.advance(MINUTE);
  await bed.abandonCart(buyer, 5);
  await bed.db.transaction().execute((trx) => settleOrder(trx, orderId, bed.clock.now()));
  // The job of the payment has not run yet.
  await bed.abandonCart(buyer, 6);
  await recoverCartJob.handle(bed.platform, { orderId });
  expect(await readTrackedRifas(buyer)).toEqual({ open: [], recovered: [bed.rifaId] });
  await bed.abandonCart(buyer, 6);
  expect(await readTrackedRifas(buyer)).toEqual({ open: [bed.rifaId], recovered: [bed.rifaId] });
});

// @covers storefront 9: reminder after 30 minutes: 'Você esqueceu alguns números!'; analytics of 30 days
test('computes cart analytics over thirty days', async () => {
  const oldBuyer = await bed.newBuyer();
  await bed.abandonCart(oldBuyer);
  bed.clock.advance(31 * 24 * 60 * MINUTE);
  const admin = createRouterClient(cartRoutes, {
    context: testContext(bed.platform, { userId: oldBuyer, role: 'admin' }),
  });
  for (const stage of ['cart', 'review', 'payment']) {
    const buyer = await bed.newBuyer();
    await bed.abandonCart(buyer);
    await bed.db.updateTable('abandonedCartTracking').set({ stage }).where('userId', '=', buyer).execute();
  }
  const bought = await bed.newBuyer();
  await bed.abandonCart(bought);
  const recoveredAt = bed.clock.now();
  await bed.db
    .updateTable('abandonedCartTracking')
    .set({ recoveredAt })
    .where('userId', '=', bought)
    .execute();
  expect(await admin.analytics()).toEqual({
    carts: 4,
    recovered: 1,
    leftAtReview: 1,
    leftAtPayment: 1,
    lostCentavos: 1800,
  });
});
