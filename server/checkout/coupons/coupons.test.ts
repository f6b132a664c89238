import { randomUUID } from 'node:crypto';
import { createRouterClient, ORPCError } from '@orpc/server';
import type { Insertable } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Coupons } from '@mare/database/schema.ts';
import { readOrder } from '../../admin/orders/read-order.ts';
import { createPayOrderRoutes } from '../../payments/pay-order.routes.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../../payments/payments.testing.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import { createCheckoutRoutes } from '../checkout.routes.ts';
import { claimCoupon } from './claim-coupon.ts';
import { releaseCouponJob } from './release-coupon.job.ts';

let bed: PaymentsTestbed;
let rifaId: string;
beforeAll(async () => {
  bed = await createPaymentsTestbed({ maxConnections: 30 });
  rifaId = await bed.rifa(10_000);
});
afterAll(() => bed.close());
beforeEach(() => bed.db.deleteFrom('couponClaims').execute());

/** A buyer to whom VOLTEI20 is offered. */
async function addAtRiskBuyer() {
  const buyer = await bed.buyer();
  await bed.db.updateTable('profiles').set({ segment: 'at_risk' }).where('id', '=', buyer).execute();
  return buyer;
}

const clientOf = (userId: string) =>
  createRouterClient(
    createCheckoutRoutes({ orderBatchWriter: bed.orderBatchWriter, payments: bed.payments }),
    {
      context: testContext(bed.platform, { userId }),
    },
  );

const pay = (userId: string, coupon?: string, key: string = randomUUID()) =>
  clientOf(userId).startPayment({
    headers: { 'idempotency-key': key },
    body: {
      items: [{ title: 'Moto', quantity: 5, price: 2, selected_numbers: [], rifaId }],
      customerInfo: { name: 'Ana Souza', email: 'ana@exemplo.com.br' },
      coupon,
    },
  });

const rejectionOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => null,
    (error: unknown) => (error instanceof ORPCError ? (error.data as { reason: string }).reason : error),
  );

const readTotal = async (orderId: string) =>
  (
    await bed.db
      .selectFrom('orders')
      .select('totalAmount')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
  ).totalAmount;

async function newCoupon(more: Partial<Insertable<Coupons>> = {}) {
  const code = randomUUID()
    .slice(0, 8)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, 'X');
  await bed.db
    .insertInto('coupons')
    .values({ code, percent: 20, ...more })
    .execute();
  return code;
}

const readUses = async (code: string) =>
  (await bed.db.selectFrom('coupons').select('uses').where('code', '=', code).executeTakeFirstOrThrow()).uses;

// @covers storefront 9: at_risk: 20% off with 'VOLTEI20' [domain/personalization/segments.ts]
test('takes 20% off with VOLTEI20 in any spelling, once per at-risk person', async () => {
  const buyer = await addAtRiskBuyer();
  expect(await rejectionOf(pay(await bed.buyer(), 'VOLTEI20'))).toBe('segment');
  const { order_id: id } = await pay(buyer, ' voltei20 ');
  expect(await readTotal(id)).toBe('8.00');
  expect(await rejectionOf(pay(buyer, 'VOLTEI20'))).toBe('used');
  const secondAccount = await addAtRiskBuyer();
  await bed.db.updateTable('profiles').set({ personId: buyer }).where('id', '=', secondAccount).execute();
  expect(await rejectionOf(pay(secondAccount, 'VOLTEI20'))).toBe('used');
  await bed.db
    .updateTable('orders')
    .set({ status: 'paid', paidAt: bed.clock.now() })
    .where('id', '=', id)
    .execute();
  await releaseCouponJob.handle(bed.platform, { orderId: id });
  expect(await rejectionOf(pay(buyer, 'VOLTEI20'))).toBe('used');
  const attempt = await bed.db
    .selectFrom('paymentAttempts')
    .select('amount')
    .where('orderId', '=', id)
    .executeTakeFirstOrThrow();
  expect(attempt.amount).toBe('8.00');
});

// @covers storefront 9: VIP: '10% de desconto em todas as compras' [domain/checkout/discounts.ts]
test('applies the coupon after the VIP discount, in the quote and in the order', async () => {
  const buyer = await bed.buyer();
  await bed.db.updateTable('profiles').set({ segment: 'vip' }).where('id', '=', buyer).execute();
  const code = await newCoupon();
  const items = [{ rifaId, quantity: 5, priceCentavos: 200 }];
  const quote = await clientOf(buyer).quote({ items, coupon: code });
  expect(quote).toMatchObject({
    subtotalCentavos: 1000,
    discounts: [
      { kind: 'vip', code: null, percent: 10, amountCentavos: 100 },
      { kind: 'coupon', code, percent: 20, amountCentavos: 180 },
    ],
    totalCentavos: 720,
    couponRejection: null,
  });
  expect(await readTotal((await pay(buyer, code)).order_id)).toBe('7.20');
  expect(await clientOf(buyer).quote({ items, coupon: code })).toMatchObject({
    totalCentavos: 900,
    couponRejection: 'used',
  });
});

test('stores the discounts with the order, and shows the coupon only to the buyer', async () => {
  const buyer = await bed.buyer();
  await bed.db.updateTable('profiles').set({ segment: 'vip' }).where('id', '=', buyer).execute();
  const code = await newCoupon();
  const { order_id: id, external_reference: externalReference } = await pay(buyer, code);
  const routes = createPayOrderRoutes(bed.payments);
  const readPage = (userId: string | null) =>
    createRouterClient(routes, { context: testContext(bed.platform, userId ? { userId } : null) }).page({
      externalReference,
    });
  const discounts = [
    { kind: 'vip', code: null, amountCentavos: 100 },
    { kind: 'coupon', code, amountCentavos: 180 },
  ];
  expect((await readPage(buyer)).discounts).toEqual(discounts);
  expect((await readPage(null)).discounts).toEqual([discounts[0], { ...discounts[1], code: null }]);
  expect(await readOrder(bed.db, id, false)).toMatchObject({ coupon: code, discounts: discounts });
  const { external_reference: fullPriceReference } = await pay(await bed.buyer());
  const visitor = createRouterClient(routes, { context: testContext(bed.platform, null) });
  expect((await visitor.page({ externalReference: fullPriceReference })).discounts).toEqual([]);
});

test('rejects unknown, expired and inactive coupons without a reservation', async () => {
  const buyer = await bed.buyer();
  const expired = await newCoupon({ expiresAt: new Date(bed.clock.now().getTime() - 1000) });
  const inactive = await newCoupon({ active: false });
  expect(await rejectionOf(pay(buyer, 'NADA'))).toBe('unknown');
  expect(await rejectionOf(pay(buyer, expired))).toBe('over');
  expect(await rejectionOf(pay(buyer, inactive))).toBe('over');
  expect(await bed.db.selectFrom('orders').select('id').where('userId', '=', buyer).execute()).toEqual([]);
});

test('grants the coupon to one of twenty concurrent orders of a buyer', async () => {
  const buyer = await bed.buyer();
  const code = await newCoupon();
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => pay(buyer, code)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await readUses(code)).toBe(1);
});

// @covers storefront 3: coupons: percent, limit, expiry, pause, once a buyer, uses
//   [server/checkout/coupons/claim-coupon.ts, server/checkout/coupons/save-coupon.ts]
test('grants the last three uses to three of twenty concurrent buyers', async () => {
  const code = await newCoupon({ maxUses: 3 });
  const buyers = await Promise.all(Array.from({ length: 20 }, () => bed.buyer()));
  const rejections = await Promise.all(buyers.map((buyer) => rejectionOf(pay(buyer, code))));
  expect(rejections.filter((reason) => reason === null)).toHaveLength(3);
  expect(rejections.filter((reason) => reason === 'over')).toHaveLength(17);
  expect(await readUses(code)).toBe(3);
});

test('returns the same order with the same coupon for a repeated request', async () => {
  const buyer = await addAtRiskBuyer();
  const key = randomUUID();
  const [first, again] = [await pay(buyer, 'VOLTEI20', key), await pay(buyer, 'VOLTEI20', key)];
  expect(again.order_id).toBe(first.order_id);
});

test('releases the coupon of a cancelled order once', async () => {
  const buyer = await bed.buyer();
  const code = await newCoupon({ maxUses: 1 });
  const { order_id: orderId } = await pay(buyer, code);
  await releaseCouponJob.handle(bed.platform, { orderId });
  expect(await readUses(code)).toBe(1);
  await bed.db.updateTable('orders').set({ status: 'cancelled' }).where('id', '=', orderId).execute();
  await releaseCouponJob.handle(bed.platform, { orderId });
  await releaseCouponJob.handle(bed.platform, { orderId });
  expect(await readUses(code)).toBe(0);
  expect(await rejectionOf(pay(buyer, code))).toBeNull();
});

test('releases a claim without an order after two minutes', async () => {
  const userId = await bed.buyer();
  const code = await newCoupon({ maxUses: 1 });
  const claim = { code, userId, clientRequestId: randomUUID(), requestHash: 'of another process' };
  expect(await claimCoupon(bed.platform, claim)).toEqual({ ok: true });
  expect(await rejectionOf(pay(userId, code))).toBe('used');
  bed.clock.advance(121);
  expect(await rejectionOf(pay(userId, code))).toBeNull();
  expect(await readUses(code)).toBe(1);
});

test('releases the coupon when too few numbers are left', async () => {
  const buyer = await bed.buyer();
  const code = await newCoupon();
  const full = rifaId;
  rifaId = await bed.rifa(100);
  await Promise.all(Array.from({ length: 20 }, async () => pay(await bed.buyer())));
  await expect(pay(buyer, code)).rejects.toMatchObject({ code: 'NOT_ENOUGH_NUMBERS' });
  rifaId = full;
  expect(await readUses(code)).toBe(0);
  expect(await rejectionOf(pay(buyer, code))).toBeNull();
});

test('limits the uses per person over all accounts', async () => {
  const [first, second] = [await bed.buyer(), await bed.buyer()];
  await bed.db.updateTable('profiles').set({ personId: first }).where('id', '=', second).execute();
  const code = await newCoupon({ usesPerPerson: 3 });
  const outcomes = await Promise.allSettled(
    Array.from({ length: 12 }, (_, at) => pay(at % 2 ? first : second, code)),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  expect(await readUses(code)).toBe(3);
});

test('rejects a coupon of other rifas, and one below its minimum', async () => {
  const buyer = await bed.buyer();
  const minimum = await newCoupon({ minimum: '10.01' });
  expect(await rejectionOf(pay(buyer, minimum))).toBe('minimum');
  const forOtherRifa = await newCoupon({ rifaIds: [await bed.rifa()] });
  expect(await rejectionOf(pay(buyer, forOtherRifa))).toBe('rifa');
  const fixed = await newCoupon({ percent: null, amountOff: '3.50', minimum: '10.00', rifaIds: [rifaId] });
  expect(await readTotal((await pay(buyer, fixed)).order_id)).toBe('6.50');
});

test('claims only the coupon of the accepted one of concurrent requests with one key', async () => {
  for (let round = 0; round < 8; round++) {
    const buyer = await bed.buyer();
    const [first, second] = [await newCoupon(), await newCoupon()];
    const key = randomUUID();
    const coupons = round % 2 === 0 ? [first, second] : [undefined, second];
    const results = await Promise.allSettled(coupons.map((coupon) => pay(buyer, coupon, key)));
    const rejected = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason as unknown] : [],
    );
    expect(rejected).toMatchObject([{ code: 'KEY_REUSED', status: 409 }]);
    const winner = coupons[results.findIndex(({ status }) => status === 'fulfilled')];
    const claims = await bed.db
      .selectFrom('couponClaims')
      .select('couponCode')
      .where('userId', '=', buyer)
      .execute();
    expect(claims).toEqual(winner ? [{ couponCode: winner }] : []);
    const used = await bed.db
      .selectFrom('coupons')
      .select(['code', 'uses'])
      .where('code', 'in', [first, second])
      .execute();
    for (const { code, uses } of used) expect(uses).toBe(code === winner ? 1 : 0);
    expect(
      await bed.db
        .selectFrom('releasedCoupons')
        .select('couponCode')
        .where('couponCode', 'in', [first, second])
        .execute(),
    ).toEqual([]);
  }
});
