import { createRouterClient } from '@orpc/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EditedCoupon } from '@mare/contract/checkout/coupons-admin.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../../payments/payments.testing.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import { claimCoupon } from './claim-coupon.ts';
import { couponsAdminRoutes } from './coupons-admin.routes.ts';
import { findCoupon } from './find-coupon.ts';

let bed: PaymentsTestbed;
let admin: string;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
  admin = await bed.buyer();
});
afterAll(() => bed.close());

const panel = () =>
  createRouterClient(couponsAdminRoutes, {
    context: testContext(bed.platform, { userId: admin, role: 'admin' }),
  });
const OPEN: EditedCoupon = { maxUses: null, expiresAt: null, active: true };
const holds = async (code: string) => (await findCoupon(bed.db, bed.platform.clock, code)).ok;

test('creates a coupon once, valid until it is paused or expires', async () => {
  const made = await Promise.allSettled(
    [1, 2].map(() => panel().create({ code: 'FEIRA15', percent: 15, coupon: OPEN })),
  );
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await holds('FEIRA15')).toBe(true);
  let { version } = await panel().change({ code: 'FEIRA15', version: 1, coupon: { ...OPEN, active: false } });
  expect(await holds('FEIRA15')).toBe(false);
  const expiresAt = new Date(bed.clock.now().getTime() + 3_600_000).toISOString();
  ({ version } = await panel().change({ code: 'FEIRA15', version, coupon: { ...OPEN, expiresAt } }));
  expect(await holds('FEIRA15')).toBe(true);
  bed.clock.advance(3601);
  expect(await holds('FEIRA15')).toBe(false);
  expect((await panel().list({ state: 'over' })).rows.map(({ code }) => code)).toEqual(['FEIRA15']);
  const log = await bed.db
    .selectFrom('activityLogs')
    .select(['action', 'details'])
    .where('entityId', '=', 'FEIRA15')
    .orderBy('id')
    .execute();
  expect(log.map(({ action }) => action)).toEqual(['create-coupon', 'change-coupon', 'change-coupon']);
  expect(log[1]!.details).toMatchObject({ before: { active: true }, after: { active: false } });
});

test('reports a conflict to the second of two concurrent changes', async () => {
  await panel().create({ code: 'DOIS', percent: 10, coupon: OPEN });
  const change = (maxUses: number) =>
    panel().change({ code: 'DOIS', version: 1, coupon: { ...OPEN, maxUses } });
  const both = await Promise.allSettled([change(5), change(6)]);
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'VERSION_CONFLICT' },
  });
});

test('rejects a limit below the current uses and lists the uses', async () => {
  await panel().create({ code: 'LIMITE', percent: 10, coupon: OPEN });
  for (const buyer of [await bed.buyer(), await bed.buyer()])
    await claimCoupon(bed.platform, { code: 'LIMITE', userId: buyer, clientRequestId: buyer });
  const limit = (maxUses: number) =>
    panel().change({ code: 'LIMITE', version: 1, coupon: { ...OPEN, maxUses } });
  await expect(limit(1)).rejects.toMatchObject({ code: 'COUPON_LIMIT' });
  await limit(2);
  const { rows } = await panel().list({ search: 'lim' });
  expect(rows).toMatchObject([{ code: 'LIMITE', percent: 10, uses: 2, maxUses: 2, soldCentavos: 0 }]);
});
