import { afterAll, beforeAll, expect, test } from 'vitest';
import { planOf } from '@mare/database/testing/plan.testing.ts';
import { createOrderTestbed } from '../orders/orders.testing.ts';
import { addBuyer, addRifa, line, request } from '../orders/orders.testing.ts';
import { createOrderBatchWriter, type OrderBatchWriter } from '../orders/reservation/order-batch-writer.ts';
import { settleOrder } from '../orders/lifecycle/settle-order.ts';
import { movableClock } from '../payments/payments.testing.ts';
import { recomputeSegmentJob, recomputeSegmentsJob } from './recompute-segments.job.ts';

let bed: Awaited<ReturnType<typeof createOrderTestbed>>;
let writer: OrderBatchWriter;
const clock = movableClock();
beforeAll(async () => {
  bed = await createOrderTestbed();
  writer = createOrderBatchWriter({ ...bed.platform, clock });
});
afterAll(async () => {
  await writer.close();
  await bed.drop();
});

const segment = async (id: string) =>
  (await bed.db.selectFrom('profiles').select('segment').where('id', '=', id).executeTakeFirstOrThrow())
    .segment;

// @covers storefront 3: segment of a profile: new, casual, regular, vip, at_risk, by one rule over paid orders
test('recomputes segments from orders: new, casual, VIP by amount, at risk after sixty days', async () => {
  const platform = { ...bed.platform, clock };
  const buyer = await addBuyer(bed.db);
  const rifaId = await addRifa(bed.db, 1000);
  expect(await segment(buyer)).toBe('new');
  const buy = async (cotas: number) => {
    const reserved = await writer.reserve(request(buyer, [line(rifaId, cotas)]));
    if (!reserved.ok) throw new Error(reserved.code);
    const orderId = reserved.order.id;
    await bed.db.transaction().execute((trx) => settleOrder(trx, orderId, clock.now()));
    for (let time = 0; time < 2; time++) await recomputeSegmentJob.handle(platform, { orderId });
  };
  await buy(1);
  expect(await segment(buyer)).toBe('casual');
  await buy(500);
  expect(await segment(buyer)).toBe('vip');
  await recomputeSegmentsJob.handle(platform, {});
  expect(await segment(buyer)).toBe('vip');
  clock.advance(61 * 86_400);
  await recomputeSegmentsJob.handle(platform, {});
  expect(await segment(buyer)).toBe('at_risk');
});

test('postpones the at-risk date on a purchase, and reads only due people nightly', async () => {
  const platform = { ...bed.platform, clock };
  const buyer = await addBuyer(bed.db);
  const rifaId = await addRifa(bed.db, 1000);
  const drawDate = new Date(clock.now().getTime() + 365 * 86_400_000);
  await bed.db.updateTable('rifas').set({ drawDate }).where('id', '=', rifaId).execute();
  const buy = async () => {
    const reserved = await writer.reserve(request(buyer, [line(rifaId, 1)]));
    if (!reserved.ok) throw new Error(reserved.code);
    await bed.db.transaction().execute((trx) => settleOrder(trx, reserved.order.id, clock.now()));
    await recomputeSegmentJob.handle(platform, { orderId: reserved.order.id });
  };
  const nights = async (days: number) => {
    clock.advance(days * 86_400);
    await recomputeSegmentsJob.handle(platform, {});
  };
  await buy();
  await nights(40);
  await buy();
  await nights(30);
  expect(await segment(buyer)).toBe('casual');
  await nights(31);
  expect(await segment(buyer)).toBe('at_risk');
  await buy();
  expect(await segment(buyer)).toBe('casual');
  await nights(61);
  expect(await segment(buyer)).toBe('at_risk');
  const plan = await planOf(bed.pool, (db) => recomputeSegmentsJob.handle({ ...platform, db }, {}), {
    of: 'segment_due_at',
  });
  expect(plan).toContain('Index Scan using profiles_segment_due');
});

test('recomputes people without a stored due date nightly', async () => {
  const platform = { ...bed.platform, clock };
  const buyer = await addBuyer(bed.db);
  await bed.db.updateTable('profiles').set({ segment: 'vip' }).where('id', '=', buyer).execute();
  await recomputeSegmentsJob.handle(platform, {});
  expect(await segment(buyer)).toBe('new');
});
