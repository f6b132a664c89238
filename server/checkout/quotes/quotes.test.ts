import { randomUUID } from 'node:crypto';
import { createRouterClient, ORPCError } from '@orpc/server';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { line, request } from '../../orders/orders.testing.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../../payments/payments.testing.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import { createCheckoutRoutes } from '../checkout.routes.ts';
import { QUOTE_VALID_MS } from './signed-quote.ts';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
});
afterAll(() => bed.close());

function clientOf(userId: string | null) {
  return createRouterClient(
    createCheckoutRoutes({ orderBatchWriter: bed.orderBatchWriter, payments: bed.payments }),
    { context: testContext(bed.platform, userId ? { userId } : null) },
  );
}

interface Item {
  rifaId: string;
  quantity: number;
  tier?: string | null;
  numbers?: number[];
}

const quote = (userId: string | null, items: Item[], coupon?: string) =>
  clientOf(userId).quote({ items, coupon });

interface Press {
  token: string;
  items: Item[];
  coupon?: string;
  key?: string;
}

function pay(userId: string, { token, items, coupon, key = randomUUID() }: Press) {
  return clientOf(userId).startPayment({
    headers: { 'idempotency-key': key },
    body: {
      // A price that no longer matters: the quote decides.
      items: items.map(({ numbers = [], ...item }) => ({
        title: 'Moto',
        price: 0,
        selected_numbers: numbers,
        ...item,
      })),
      customerInfo: { name: 'Ana Souza', email: 'ana@exemplo.com.br' },
      quote: token,
      coupon,
    },
  });
}

async function rejectionOf(attempt: Promise<unknown>): Promise<{ code: string; data: unknown }> {
  const error: unknown = await attempt.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ORPCError)) throw new Error('expected a rejection');
  return { code: error.code as string, data: error.data };
}

const setPrice = (rifaId: string, price: number) =>
  bed.db.updateTable('rifas').set({ price }).where('id', '=', rifaId).execute();
const setPlans = (rifaId: string, bonusPercentage: number | null) =>
  bed.db
    .updateTable('rifas')
    .set({
      purchaseTiers:
        bonusPercentage === null
          ? JSON.stringify([])
          : JSON.stringify([{ key: 'tier1', name: 'Bronze', quantity: 5, bonusPercentage }]),
    })
    .where('id', '=', rifaId)
    .execute();

describe('a quote', () => {
  test('prices and signs the cart of a visitor too', async () => {
    const rifaId = await bed.rifa();
    const quoted = await quote(null, [{ rifaId, quantity: 5, tier: 'tier1', numbers: [3, 7] }]);
    expect(quoted).toMatchObject({
      totalCentavos: 1000,
      lines: [{ rifaId, quantity: 6, bonusQuantity: 1, fullCentavos: 1000, numbers: [3, 7] }],
    });
    const buyer = await bed.buyer();
    const press = { token: quoted.token, items: [{ rifaId, quantity: 5, tier: 'tier1', numbers: [3, 7] }] };
    expect(await rejectionOf(pay(buyer, press))).toMatchObject({ code: 'QUOTE_CHANGED' });
  });

  test('names what changed until the press, with what it was', async () => {
    const rifaId = await bed.rifa();
    const buyer = await bed.buyer();
    await setPlans(rifaId, 20);
    const items = [{ rifaId, quantity: 5, tier: 'tier1' }];
    const { token } = await quote(buyer, items);
    await setPrice(rifaId, 3);
    await setPlans(rifaId, 40);
    expect(await rejectionOf(pay(buyer, { token, items }))).toEqual({
      code: 'QUOTE_CHANGED',
      data: {
        changes: [
          { kind: 'price', rifaId, title: 'Moto', was: 1000, is: 1500 },
          { kind: 'bonus', rifaId, title: 'Moto', was: 1, is: 2 },
        ],
      },
    });
  });

  test('is of one cart, one buyer and fifteen minutes', async () => {
    const rifaId = await bed.rifa();
    const [buyer, other] = [await bed.buyer(), await bed.buyer()];
    const items = [{ rifaId, quantity: 2 }];
    const { token } = await quote(buyer, items);
    const rejected = { code: 'QUOTE_CHANGED', data: { changes: [] } };
    expect(await rejectionOf(pay(other, { token, items }))).toEqual(rejected);
    expect(await rejectionOf(pay(buyer, { token, items: [{ rifaId, quantity: 3 }] }))).toEqual(rejected);
    expect(await rejectionOf(pay(buyer, { token: `${token.slice(0, -2)}xx`, items }))).toEqual(rejected);
    bed.clock.advance(QUOTE_VALID_MS / 1000);
    expect(await rejectionOf(pay(buyer, { token, items }))).toEqual(rejected);
  });

  test('does not stop the repetition of a request whose answer was lost', async () => {
    const rifaId = await bed.rifa();
    const buyer = await bed.buyer();
    const items = [{ rifaId, quantity: 2 }];
    const { token } = await quote(buyer, items);
    const key = randomUUID();
    const first = await pay(buyer, { token, items, key });
    await setPrice(rifaId, 5);
    expect((await pay(buyer, { token, items, key })).order_id).toBe(first.order_id);
  });

  test('names the rifa that is no longer on sale, and the one that is sold out', async () => {
    const [closed, small] = [await bed.rifa(), await bed.rifa(3)];
    const buyer = await bed.buyer();
    await bed.db.updateTable('rifas').set({ status: 'closed' }).where('id', '=', closed).execute();
    expect(await rejectionOf(quote(buyer, [{ rifaId: closed, quantity: 1 }]))).toMatchObject({
      code: 'RIFA_NOT_ACTIVE',
      data: { rifaId: closed, title: 'Moto' },
    });
    expect(await rejectionOf(quote(buyer, [{ rifaId: small, quantity: 4 }]))).toMatchObject({
      code: 'NOT_ENOUGH_NUMBERS',
      data: { rifaId: small, title: 'Moto', remaining: 3 },
    });
  });
});

test.each([
  ['a bonus', { tier: 'tier1' }, {}],
  ['a combo', {}, { combos: JSON.stringify([{ quantity: 5, priceCentavos: 900 }]) }],
  ['a price step', {}, { priceSteps: JSON.stringify([{ fromQuantity: 3, priceCentavos: 150 }]) }],
])('an order without a quote is rejected with %s, which its items do not state', async (_, item, terms) => {
  const rifaId = await bed.rifa();
  const buyer = await bed.buyer();
  if (Object.keys(terms).length > 0)
    await bed.db.updateTable('rifas').set(terms).where('id', '=', rifaId).execute();
  const attempt = (more: object) =>
    clientOf(buyer).startPayment({
      headers: { 'idempotency-key': randomUUID() },
      body: {
        items: [{ title: 'Moto', quantity: 5, price: 2, selected_numbers: [], rifaId, ...more }],
        customerInfo: { name: 'Ana Souza', email: 'ana@exemplo.com.br' },
      },
    });
  expect(await rejectionOf(attempt(item))).toEqual({ code: 'QUOTE_CHANGED', data: { changes: [] } });
});

test('an order without a quote never charges more than its items state', async () => {
  const rifaId = await bed.rifa();
  const buyer = await bed.buyer();
  const coupon = `C${randomUUID().slice(0, 8).toUpperCase()}`;
  await bed.db
    .insertInto('coupons')
    .values({ code: coupon, percent: 10, createdAt: bed.clock.now() })
    .execute();
  const totalOf = async (more: object) => {
    const { order_id: orderId } = await clientOf(buyer).startPayment({
      headers: { 'idempotency-key': randomUUID() },
      body: {
        items: [{ title: 'Moto', quantity: 5, price: 2, selected_numbers: [], rifaId }],
        customerInfo: { name: 'Ana Souza', email: 'ana@exemplo.com.br' },
        ...more,
      },
    });
    const { totalAmount } = await bed.db
      .selectFrom('orders')
      .select('totalAmount')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow();
    return totalAmount;
  };
  expect(await totalOf({})).toBe('10.00');
  expect(await totalOf({ coupon })).toBe('9.00');
  await setPrice(rifaId, 1.5);
  expect(await rejectionOf(totalOf({}))).toMatchObject({ code: 'PRICE_CHANGED' });
});

/** Deterministic: a failure names its seed. */
function randomOf(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

const WALKS = 12;
const PRESSES = 6;

test.each(Array.from({ length: WALKS }, (_, index) => index + 1))(
  'charges and delivers only what was shown, whatever changes before the press (walk %d)',
  async (seed) => {
    const random = randomOf(seed * 7_919);
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
      () => setPrice(rifas[random(2)]!, 1 + random(4)),
      () => setPlans(rifas[random(2)]!, random(3) === 0 ? null : 20 * (1 + random(3))),
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
      // The person's own cap in the rifa, and what the person may spend this month.
      () =>
        bed.db
          .updateTable('rifas')
          .set({ maxPerPerson: random(3) === 0 ? null : 1 + random(12) })
          .where('id', '=', rifas[random(2)]!)
          .execute(),
      () => setOwnLimit(random(3) === 0 ? null : 1 + random(15)),
      () => Promise.resolve(bed.clock.advance(random(QUOTE_VALID_MS / 1000 / 2))),
    ];
    for (let press = 0; press < PRESSES; press++) {
      for (const rifaId of rifas)
        if (random(2))
          await bed.db.updateTable('rifas').set({ status: 'active' }).where('id', '=', rifaId).execute();
      const items: Item[] = rifas.slice(0, 1 + random(2)).map((rifaId) => {
        const plan = random(2) === 0;
        return { rifaId, quantity: plan ? 5 : 1 + random(6), tier: plan ? 'tier1' : null };
      });
      const used = random(2) ? coupon : undefined;
      const quoted = await quote(buyer, items, used).catch(() => null);
      if (!quoted) continue;
      const isTaken = quoted.discounts.some(({ kind }) => kind === 'coupon');
      for (let change = random(4); change > 0; change--) await changes[random(changes.length)]!();
      const answer = await pay(buyer, {
        token: quoted.token,
        items,
        ...(isTaken && { coupon: used }),
      }).catch((error: unknown) => {
        if (!(error instanceof ORPCError) || !error.defined) throw error;
        return null;
      });
      if (!answer) continue;
      const { rows } = await sql<{ total: string; quantities: number[] }>`
        select total_amount as total,
          array(select quantity from order_items where order_id = orders.id order by line_no) as quantities
        from orders where id = ${answer.order_id}`.execute(bed.db);
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
        .where('id', '=', answer.order_id)
        .execute();
    }
  },
);
