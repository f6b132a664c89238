/** Random changes between a quote and the purchase. */
import { randomUUID } from 'node:crypto';
import { ORPCError } from '@orpc/server';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { line, request } from '../../orders/orders.testing.ts';
import { createQuotesTestbed, type Item, type QuotesTestbed } from './quotes.testing.ts';
import { QUOTE_VALID_MS } from './signed-quote.ts';

let bed: QuotesTestbed;
beforeAll(async () => {
  bed = await createQuotesTestbed();
});
afterAll(() => bed.close());

/** Deterministic: a failure names its seed. */
function createRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

const SEQUENCES = 12;
const PURCHASES = 6;

test.each(Array.from({ length: SEQUENCES }, (_, index) => index + 1))(
  'charges and delivers only what was shown, whatever changes before submission (walk %d)',
  async (seed) => {
    const random = createRandom(seed * 7_919);
    const rifas = [await bed.rifa(60), await bed.rifa(60)];
    const buyer = await bed.buyer();
    const coupon = `C${randomUUID().slice(0, 8).toUpperCase()}`;
    await bed.db
      .insertInto('coupons')
      .values({ code: coupon, percent: 10, maxUses: 50, createdAt: bed.clock.now() })
      .execute();
    const { personId } = await bed.db
      .selectFrom('profiles')
      .select('personId')
      .where('id', '=', buyer)
      .executeTakeFirstOrThrow();
    const setOwnLimit = (reais: number | null) => {
      const limit = { monthlyLimit: reais, updatedAt: bed.clock.now() };
      return bed.db
        .insertInto('ownLimits')
        .values({ userId: personId!, ...limit })
        .onConflict((conflict) => conflict.column('userId').doUpdateSet(limit))
        .execute();
    };
    const changes: (() => Promise<unknown>)[] = [
      () => bed.setPrice(rifas[random(2)]!, 1 + random(4)),
      () => bed.setPlans(rifas[random(2)]!, random(3) === 0 ? null : 20 * (1 + random(3))),
      () =>
        bed.db
          .updateTable('rifas')
          .set({ combos: JSON.stringify(random(2) ? [{ quantity: 5, priceCentavos: 400 + random(3) }] : []) })
          .where('id', '=', rifas[random(2)]!)
          .execute(),
      () =>
        bed.db
          .updateTable('rifas')
          .set({
            priceSteps: JSON.stringify(random(2) ? [{ fromQuantity: 3, priceCentavos: 50 + random(9) }] : []),
          })
          .where('id', '=', rifas[random(2)]!)
          .execute(),
      () =>
        bed.db
          .updateTable('rifas')
          .set({ status: random(4) === 0 ? 'closed' : 'active' })
          .where('id', '=', rifas[random(2)]!)
          .execute(),
      () =>
        bed.db
          .updateTable('rifas')
          .set({ maxPerOrder: 3 + random(60) })
          .where('id', '=', rifas[random(2)]!)
          .execute(),
      () =>
        bed.db
          .updateTable('coupons')
          .set({ percent: 5 + random(50), active: random(4) > 0 })
          .where('code', '=', coupon)
          .execute(),
      () =>
        bed.db
          .updateTable('profiles')
          .set({ segment: random(2) ? 'vip' : 'casual' })
          .where('id', '=', buyer)
          .execute(),
      // Stock: another buyer takes cotas, up to the last one.
      async () => {
        const taken = line(rifas[random(2)]!, 1 + random(40));
        await bed.orderBatchWriter.reserve(request(await bed.buyer(), [taken]));
      },
      // Limits of the person: cotas of the rifa and spending of the month.
      () =>
        bed.db
          .updateTable('rifas')
          .set({ maxPerPerson: random(3) === 0 ? null : 1 + random(12) })
          .where('id', '=', rifas[random(2)]!)
          .execute(),
      () => setOwnLimit(random(3) === 0 ? null : 1 + random(15)),
      () => Promise.resolve(bed.clock.advance(random(QUOTE_VALID_MS / 1000 / 2))),
    ];
    for (let purchase = 0; purchase < PURCHASES; purchase++) {
      for (const rifaId of rifas)
        if (random(2))
          await bed.db.updateTable('rifas').set({ status: 'active' }).where('id', '=', rifaId).execute();
      const items: Item[] = rifas.slice(0, 1 + random(2)).map((rifaId) => {
        const isPlan = random(2) === 0;
        return { rifaId, quantity: isPlan ? 5 : 1 + random(6), tier: isPlan ? 'tier1' : null };
      });
      const requestedCoupon = random(2) ? coupon : undefined;
      const quoted = await bed.quote(buyer, items, requestedCoupon).catch(() => null);
      if (!quoted) continue;
      const isAccepted = quoted.discounts.some(({ kind }) => kind === 'coupon');
      for (let change = random(4); change > 0; change--) await changes[random(changes.length)]!();
      const result = await bed
        .pay(buyer, {
          token: quoted.token,
          items,
          ...(isAccepted && { coupon: requestedCoupon }),
        })
        .catch((error: unknown) => {
          if (!(error instanceof ORPCError) || !error.defined) throw error;
          return null;
        });
      if (!result) continue;
      const { rows } = await sql<{ total: string; quantities: number[] }>`
        select total_amount as total,
          array(select quantity from order_items where order_id = orders.id order by line_no) as quantities
        from orders where id = ${result.order_id}`.execute(bed.db);
      expect({
        total: Math.round(Number(rows[0]!.total) * 100),
        quantities: rows[0]!.quantities,
      }).toEqual({
        total: quoted.totalCentavos,
        quantities: quoted.lines.map(({ quantity }) => quantity),
      });
      await bed.db
        .updateTable('orders')
        .set({ status: 'cancelled' })
        .where('id', '=', result.order_id)
        .execute();
    }
  },
);
