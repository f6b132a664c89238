/** Coupons of orders that ended, when their request is repeated or their payment arrives. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGroupBed, type GroupBed, rejectionOf } from '../group-purchases/group-purchases.testing.ts';
import { releaseCouponJob } from './release-coupon.job.ts';

let bed: GroupBed;
beforeAll(async () => {
  bed = await createGroupBed();
});
afterAll(() => bed.close());

async function newCoupon(maxUses: number | null = null): Promise<string> {
  const code = `C${randomUUID().slice(0, 8).toUpperCase()}`;
  await bed.db.insertInto('coupons').values({ code, percent: 50, maxUses }).execute();
  return code;
}

async function buy(userId: string, rifaId: string, coupon: string, key: string = randomUUID()) {
  const { order_id: orderId, external_reference: reference } = await bed
    .clientOf(userId)
    .checkout.startPayment({
      headers: { 'idempotency-key': key },
      body: {
        items: [{ title: 'Moto', quantity: 2, price: 2, selected_numbers: [], rifaId }],
        customerInfo: { name: 'Ana Souza', email: 'ana@exemplo.com.br' },
        rifaId,
        method: 'pix',
        coupon,
      },
    });
  return { orderId, reference, token: '', numbers: [] };
}

const readUses = async (code: string) =>
  (await bed.db.selectFrom('coupons').select('uses').where('code', '=', code).executeTakeFirstOrThrow()).uses;

async function giveUp(userId: string, { orderId, reference }: { orderId: string; reference: string }) {
  await bed.clientOf(userId).orders.giveUp({ externalReference: reference });
  expect(await bed.status(orderId)).toBe('cancelled');
  await releaseCouponJob.handle(bed.platform, { orderId });
}

test('a repeated request of a cancelled order does not use up the coupon again', async () => {
  const rifaId = await bed.rifa(1000);
  const [buyer, otherBuyer, key] = [await bed.buyer(), await bed.buyer(), randomUUID()];
  const coupon = await newCoupon(1);
  const order = await buy(buyer, rifaId, coupon, key);
  await giveUp(buyer, order);
  expect(await readUses(coupon)).toBe(0);
  expect(await rejectionOf(buy(buyer, rifaId, coupon, key))).toBe('ORDER_CLOSED');
  expect(await readUses(coupon)).toBe(0);
  await buy(otherBuyer, rifaId, coupon);
});

test('a late payment counts although its request was repeated after the order ended', async () => {
  const rifaId = await bed.rifa(1000);
  const [buyer, key] = [await bed.buyer(), randomUUID()];
  const coupon = await newCoupon();
  const order = await buy(buyer, rifaId, coupon, key);
  const paymentId = await bed.paymentId(order.reference);
  await giveUp(buyer, order);
  expect(await rejectionOf(buy(buyer, rifaId, coupon, key))).toBe('ORDER_CLOSED');
  await bed.control('POST', `/payments/${paymentId}/approve_after_expiry`);
  await bed.runDueWork();
  expect(await bed.status(order.orderId)).toBe('paid');
  expect(await readUses(coupon)).toBe(1);
});
