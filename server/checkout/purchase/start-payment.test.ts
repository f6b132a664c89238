import { randomUUID } from 'node:crypto';
import { createRouterClient, ORPCError } from '@orpc/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkNumberCounts } from '../../orders/orders.testing.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../../payments/payments.testing.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import { createTestRouter, type TestRouter } from '../../composition/router.testing.ts';

let testbed: PaymentsTestbed;
let router: TestRouter;

beforeAll(async () => {
  testbed = await createPaymentsTestbed({ maxConnections: 40 });
  router = createTestRouter(testbed);
});
afterAll(() => testbed.close());

function clientOf(userId: string | null) {
  return createRouterClient(router, { context: testContext(testbed.platform, userId ? { userId } : null) });
}

function newBody(rifaId: string, quantity: number, more: object = {}) {
  return {
    items: [{ title: 'Moto', quantity, price: 2, selected_numbers: [] as number[], rifaId, ...more }],
    customerInfo: { name: 'Ana Beatriz Souza', email: 'ana@exemplo.com.br' },
    rifaId,
  };
}

async function pay(userId: string | null, body: ReturnType<typeof newBody>, key: string = randomUUID()) {
  return clientOf(userId).checkout.startPayment({ headers: { 'idempotency-key': key }, body });
}

async function rejectionOf(attempt: Promise<unknown>): Promise<{ code: string; data: unknown }> {
  const outcome = await attempt.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(outcome instanceof ORPCError)) throw new Error('expected a rejection');
  return { code: outcome.code, data: outcome.data };
}

test('sells each number once to a hundred concurrent buyers and reports the remaining count to the rest', async () => {
  const rifaId = await testbed.rifa(100);
  const buyers = await Promise.all(Array.from({ length: 100 }, () => testbed.buyer()));
  const outcomes = await Promise.allSettled(buyers.map((buyer) => pay(buyer, newBody(rifaId, 3))));

  const sold = outcomes.flatMap((outcome) =>
    outcome.status === 'fulfilled' ? outcome.value.items[0]!.numbers : [],
  );
  expect(sold).toHaveLength(99);
  expect(new Set(sold).size).toBe(99);
  for (const outcome of outcomes) {
    if (outcome.status === 'fulfilled') continue;
    expect(outcome.reason).toMatchObject({
      code: 'NOT_ENOUGH_NUMBERS',
      data: { rifaId, title: 'Moto', remaining: expect.any(Number) as number },
    });
  }
  const last = await pay(buyers[0]!, newBody(rifaId, 1));
  expect(last.items[0]!.numbers).toHaveLength(1);
  expect(await checkNumberCounts(testbed.db, rifaId)).toMatchObject({ free: 0, reserved: 100, sold: 0 });
});

test('returns the order’s numbers and payment page, and the same order for the same key', async () => {
  const rifaId = await testbed.rifa();
  const buyer = await testbed.buyer();
  const key = randomUUID();
  const { token } = await clientOf(buyer).checkout.quote({
    items: [{ rifaId, quantity: 5, tier: 'tier1', numbers: [1, 2, 3, 4, 5, 6] }],
  });
  const body = {
    ...newBody(rifaId, 5, { tier: 'tier1', selected_numbers: [1, 2, 3, 4, 5, 6] }),
    quote: token,
  };
  const result = await pay(buyer, body, key);
  expect(result.items).toEqual([
    { rifa_id: rifaId, title: 'Moto', numbers: [1, 2, 3, 4, 5, 6], changed: [] },
  ]);
  expect(result.sandbox_init_point).toMatch(/^http.*pref_id=/);

  const again = await pay(buyer, body, key);
  expect(again).toEqual(result);
  const orders = await testbed.db
    .selectFrom('orders')
    .select(['totalAmount', 'quantity'])
    .where('userId', '=', buyer)
    .execute();
  expect(orders).toEqual([{ totalAmount: '10.00', quantity: 6 }]);
});

test.each([
  ['the rifa was paused', { pausedAt: new Date(), pauseReason: 'Conferência' }, 'RIFA_NOT_ACTIVE'],
  ['the rifa was closed', { status: 'closed' }, 'RIFA_NOT_ACTIVE'],
  ['the price was raised', { price: '3.00' }, 'PRICE_CHANGED'],
])('returns the same order for the same key after %s', async (_, changes, code) => {
  const rifaId = await testbed.rifa();
  const [buyer, key] = [await testbed.buyer(), randomUUID()];
  const first = await pay(buyer, newBody(rifaId, 5), key);
  await testbed.db.updateTable('rifas').set(changes).where('id', '=', rifaId).execute();
  expect(await pay(buyer, newBody(rifaId, 5), key)).toEqual(first);
  expect(await rejectionOf(pay(buyer, newBody(rifaId, 6), key))).toMatchObject({ code });
  expect(await rejectionOf(pay(await testbed.buyer(), newBody(rifaId, 5), key))).toMatchObject({ code });
});

test('rejects the idempotency key of another purchase, and leaves its coupon unused', async () => {
  const [rifaId, buyer, key] = [await testbed.rifa(), await testbed.buyer(), randomUUID()];
  const coupon = 'TROCA10';
  await testbed.db
    .insertInto('coupons')
    .values({ code: coupon, percent: 10, createdAt: new Date() })
    .execute();
  await pay(buyer, newBody(rifaId, 2), key);
  const otherBody = { ...newBody(rifaId, 3), coupon };
  await expect(pay(buyer, otherBody, key)).rejects.toMatchObject({ code: 'KEY_REUSED', status: 409 });
  const uses = testbed.db.selectFrom('couponUses').select('couponCode').where('userId', '=', buyer);
  expect(await uses.execute()).toEqual([]);
  expect(await pay(buyer, otherBody)).toMatchObject({ order_id: expect.any(String) });
});

test('records an order’s origin for the activity log', async () => {
  const { order_id: id } = await pay(await testbed.buyer(), newBody(await testbed.rifa(), 1));
  const order = await testbed.db
    .selectFrom('orders')
    .select('customer')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(order.customer).toMatchObject({ name: 'Ana Beatriz Souza', ipAddress: '203.0.113.7' });
});

test('saves the first order’s CPF and phone in the profile', async () => {
  const rifaId = await testbed.rifa();
  const buyer = await testbed.buyer();
  const body = newBody(rifaId, 1);
  const { email } = body.customerInfo;
  await testbed.db.updateTable('profiles').set({ email, cpf: null }).where('id', '=', buyer).execute();
  const customerInfo = { ...body.customerInfo, phone: '(82) 99999-0001', cpf: '529.982.247-25' };
  await pay(buyer, { ...body, customerInfo });
  expect(await clientOf(buyer).accounts.me()).toMatchObject({ phone: '82999990001', cpf: '52998224725' });
});

// @covers storefront 7: payment function: items, customerInfo, rifaId; init_point or sandbox_init_point
//   [server/checkout/purchase/start-payment.ts]
test('creates one order and one payment page for ten concurrent requests', async () => {
  const rifaId = await testbed.rifa();
  const buyer = await testbed.buyer();
  const key = randomUUID();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, () => pay(buyer, newBody(rifaId, 4), key)),
  );
  const results = outcomes.flatMap((press) => (press.status === 'fulfilled' ? [press.value] : []));
  expect(results.length).toBeGreaterThan(0);
  expect(new Set(results.map((result) => result.init_point)).size).toBe(1);
  expect(new Set(results.map((result) => result.order_id)).size).toBe(1);
  // A request that arrived before the page was ready gets it on retry.
  expect((await pay(buyer, newBody(rifaId, 4), key)).init_point).toBe(results[0]!.init_point);
  expect(await checkNumberCounts(testbed.db, rifaId)).toMatchObject({ reserved: 4 });
});

test('ignores surplus numbers and a bonus without its plan', async () => {
  const rifaId = await testbed.rifa();
  const requested = Array.from({ length: 50 }, (_, index) => index + 1);
  const result = await pay(await testbed.buyer(), newBody(rifaId, 2, { selected_numbers: requested }));
  expect(result.items[0]!.numbers).toEqual([1, 2]);
  const { rows } = await testbed.pool.query<{ total: string }>(
    'select total_amount as total from orders where id = $1',
    [result.order_id],
  );
  expect(rows).toEqual([{ total: '4.00' }]);
});

test('replaces requested numbers that are taken and reports them', async () => {
  const rifaId = await testbed.rifa();
  await pay(await testbed.buyer(), newBody(rifaId, 2, { selected_numbers: [10, 11] }));
  const result = await pay(await testbed.buyer(), newBody(rifaId, 3, { selected_numbers: [10, 11, 12] }));
  const [line] = result.items;
  expect(line!.changed).toEqual([10, 11]);
  expect(line!.numbers).toContain(12);
  expect(line!.numbers).not.toContain(10);
  expect(line!.numbers).toHaveLength(3);
});

test('sells the last cotas even below the order minimum', async () => {
  const rifaId = await testbed.rifa(10);
  await testbed.db.updateTable('rifas').set({ minPerOrder: 4 }).where('id', '=', rifaId).execute();
  const buyer = await testbed.buyer();
  const rejection = await rejectionOf(pay(buyer, newBody(rifaId, 3)));
  expect(rejection).toMatchObject({ code: 'QUANTITY_OUT_OF_RANGE', data: { min: 4 } });
  await pay(await testbed.buyer(), newBody(rifaId, 7));
  const { items } = await pay(buyer, newBody(rifaId, 3));
  expect(items[0]!.numbers).toHaveLength(3);
});

describe('rejects without a reservation', () => {
  test('for a visitor', async () => {
    const rifaId = await testbed.rifa();
    expect(await rejectionOf(pay(null, newBody(rifaId, 1)))).toMatchObject({ code: 'NOT_AUTHENTICATED' });
  });

  test.each([
    ['a changed price', { price: 0.01 }, 'PRICE_CHANGED'],
    ['a plan with another quantity', { tier: 'tier3' }, 'PRICE_CHANGED'],
    ['more cotas than an order may hold', { quantity: 1001 }, 'QUANTITY_OUT_OF_RANGE'],
    ['a rifa that does not exist', { rifaId: randomUUID() }, 'RIFA_NOT_ACTIVE'],
    ['a negative quantity', { quantity: -3 }, 'BAD_REQUEST'],
  ])('for %s', async (_name, change, code) => {
    const rifaId = await testbed.rifa();
    const rejection = await rejectionOf(pay(await testbed.buyer(), newBody(rifaId, 2, change)));
    expect(rejection.code).toBe(code);
    expect(await checkNumberCounts(testbed.db, rifaId)).toMatchObject({ reserved: 0 });
  });

  test('for an invalid CPF', async () => {
    const rifaId = await testbed.rifa();
    const body = newBody(rifaId, 1);
    const customerInfo = { ...body.customerInfo, cpf: '111.111.111-11' };
    const rejection = await rejectionOf(pay(await testbed.buyer(), { ...body, customerInfo }));
    expect(rejection).toMatchObject({ code: 'INVALID_CUSTOMER', data: { field: 'cpf' } });
  });

  test('for two rifas when the lines do not name theirs', async () => {
    const [first, second] = [newBody(await testbed.rifa(), 1), newBody(await testbed.rifa(), 1)];
    const items = [
      { ...first.items[0]!, rifaId: undefined, title: 'Moto' },
      { ...second.items[0]!, rifaId: undefined, title: 'Casa' },
    ];
    const rejection = await rejectionOf(
      clientOf(await testbed.buyer()).checkout.startPayment({
        headers: { 'idempotency-key': randomUUID() },
        body: { ...first, items },
      }),
    );
    expect(rejection.code).toBe('RIFA_UNKNOWN');
  });
});

/** All rows of one rifa that orders and charges write. */
const LOCKED_ROWS = [
  'rifas where id = $1',
  ...['number_pages', 'rifa_counters', 'orders', 'order_items'].map((table) => `${table} where rifa_id = $1`),
  ...['order_events', 'payment_attempts'].map(
    (table) => `${table} where order_id in (select id from orders where rifa_id = $1)`,
  ),
];

test('batched payments of a rifa do not wait for row locks of another rifa', async () => {
  const [freeRifa, lockedRifa] = [await testbed.rifa(), await testbed.rifa()];
  const buyers = await Promise.all(Array.from({ length: 20 }, () => testbed.buyer()));
  await pay(buyers[0]!, newBody(lockedRifa, 2));
  const holder = await testbed.pool.connect();
  try {
    await holder.query('begin');
    for (const rows of LOCKED_ROWS) {
      const { rowCount } = await holder.query(`select from ${rows} for update`, [lockedRifa]);
      expect(rowCount).toBeGreaterThan(0);
    }
    const paid = await Promise.all(buyers.map((buyer) => pay(buyer, newBody(freeRifa, 2))));
    expect(paid.every(({ init_point: page }) => page !== '')).toBe(true);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  expect(await checkNumberCounts(testbed.db, freeRifa)).toMatchObject({ reserved: 40 });
});

test('reserves nothing while the provider keeps failing', async () => {
  const rifaId = await testbed.rifa();
  await testbed.faults({ status: 503 });
  for (let count = 0; count < 3; count++) await testbed.order('pix');
  expect(await rejectionOf(pay(await testbed.buyer(), newBody(rifaId, 5)))).toMatchObject({ code: 'BUSY' });
  expect(await checkNumberCounts(testbed.db, rifaId)).toMatchObject({ reserved: 0 });
  await testbed.faults();
  testbed.clock.advance(16);
  expect(await pay(await testbed.buyer(), newBody(rifaId, 5))).toHaveProperty('init_point');
});
