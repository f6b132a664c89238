import { randomUUID } from 'node:crypto';
import { createRouterClient } from '@orpc/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EditedCoupon } from '@mare/contract/checkout/coupons-admin.ts';
import { joinPersons } from '../../accounts/persons/join-persons.ts';
import { addOrderRow, addRifa } from '../../orders/orders.testing.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../../payments/payments.testing.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
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
const isValid = async (code: string) => (await findCoupon(bed.db, bed.platform.clock, code, admin, [])).ok;

test('creates a coupon once, valid until it is paused or expires', async () => {
  const outcomes = await Promise.allSettled(
    [1, 2].map(() =>
      panel().create({ code: 'FEIRA15', discount: { percent: 15, offCentavos: null }, coupon: OPEN }),
    ),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await isValid('FEIRA15')).toBe(true);
  let { version } = await panel().change({ code: 'FEIRA15', version: 1, coupon: { ...OPEN, active: false } });
  expect(await isValid('FEIRA15')).toBe(false);
  const expiresAt = new Date(bed.clock.now().getTime() + 3_600_000).toISOString();
  ({ version } = await panel().change({ code: 'FEIRA15', version, coupon: { ...OPEN, expiresAt } }));
  expect(await isValid('FEIRA15')).toBe(true);
  bed.clock.advance(3601);
  expect(await isValid('FEIRA15')).toBe(false);
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

test('returns a conflict to the second of two concurrent changes', async () => {
  await panel().create({ code: 'DOIS', discount: { percent: 10, offCentavos: null }, coupon: OPEN });
  const change = (maxUses: number) =>
    panel().change({ code: 'DOIS', version: 1, coupon: { ...OPEN, maxUses } });
  const outcomes = await Promise.allSettled([change(5), change(6)]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'VERSION_CONFLICT' },
  });
});

// @covers storefront 3: coupons: percent, limit, expiry, pause, once a buyer, uses
test('rejects a limit below the current uses and lists the uses', async () => {
  await panel().create({ code: 'LIMITE', discount: { percent: 10, offCentavos: null }, coupon: OPEN });
  for (const buyer of [await bed.buyer(), await bed.buyer()])
    await claimCoupon(bed.platform, {
      code: 'LIMITE',
      userId: buyer,
      clientRequestId: buyer,
      requestHash: buyer,
    });
  const setLimit = (maxUses: number) =>
    panel().change({ code: 'LIMITE', version: 1, coupon: { ...OPEN, maxUses } });
  await expect(setLimit(1)).rejects.toMatchObject({ code: 'COUPON_LIMIT' });
  await setLimit(2);
  const { rows } = await panel().list({ search: 'lim' });
  expect(rows).toMatchObject([{ code: 'LIMITE', percent: 10, uses: 2, maxUses: 2, soldCentavos: 0 }]);
});

test('lists the revenue of a coupon’s orders less refunds', async () => {
  await panel().create({ code: 'TROCO', discount: { percent: 10, offCentavos: null }, coupon: OPEN });
  const [userId, rifaId] = [await bed.buyer(), await addRifa(bed.db, 100)];
  const id = randomUUID();
  await claimCoupon(bed.platform, { code: 'TROCO', userId, clientRequestId: id, requestHash: id });
  await addOrderRow(bed.db, {
    clientRequestId: id,
    userId,
    rifaId,
    quantity: 2,
    totalAmount: '18.00',
    returnedAmount: '9.00',
    status: 'paid',
    paidAt: new Date(),
  });
  expect((await panel().list({ search: 'troco' })).rows).toMatchObject([{ soldCentavos: 900 }]);
});

test('a coupon for persons applies to all their accounts', async () => {
  const [owner, stranger] = [await bed.buyer(), await bed.buyer()];
  const discount = { percent: null, offCentavos: 500 };
  const personEmails = [`${owner}@exemplo.com.br`];
  await panel().create({ code: 'DELA', discount, coupon: { ...OPEN, personEmails } });
  const findRejection = async (userId: string) => {
    const found = await findCoupon(bed.db, bed.platform.clock, 'DELA', userId, []);
    return found.ok ? null : found.reason;
  };
  expect([await findRejection(owner), await findRejection(stranger)]).toEqual([null, 'person']);
  expect((await panel().list({ search: 'dela' })).rows).toMatchObject([{ offCentavos: 500, personEmails }]);
  await expect(
    panel().create({ code: 'NINGUEM', discount, coupon: { ...OPEN, personEmails: ['nao@existe.com'] } }),
  ).rejects.toMatchObject({ code: 'COUPON_PERSON_UNKNOWN' });
});

test('keeps the persons of a coupon on a change after one deleted or merged the account', async () => {
  const { db, platform } = bed;
  const [deleted, former, kept] = [await bed.buyer(), await bed.buyer(), await bed.buyer()];
  const discount = { percent: 50, offCentavos: null };
  const personEmails = [deleted, former].map((id) => `${id}@exemplo.com.br`);
  await panel().create({ code: 'DELAS', discount, coupon: { ...OPEN, personEmails } });
  await db.updateTable('auth.users').set({ email: null }).where('id', '=', deleted).execute();
  await inTransaction(db, (trx) => joinPersons(trx, platform, kept, former));
  await db.updateTable('auth.users').set({ email: null }).where('id', '=', former).execute();
  const [row] = (await panel().list({ search: 'delas' })).rows;
  expect(row).toMatchObject({ personEmails: [`${kept}@exemplo.com.br`], personsWithoutEmail: 1 });
  await panel().change({ code: 'DELAS', version: 1, coupon: { ...OPEN, personEmails: row!.personEmails } });
  const change = { ...OPEN, personEmails: [] };
  await panel().change({ code: 'DELAS', version: 2, coupon: change });
  const found = await findCoupon(db, platform.clock, 'DELAS', kept, []);
  expect(found).toEqual({ ok: false, reason: 'person' });
});

test.each([
  ['more than 90%', { percent: 91, offCentavos: null }],
  ['99%', { percent: 99, offCentavos: null }],
  ['a percentage and an amount', { percent: 10, offCentavos: 100 }],
  ['neither', { percent: null, offCentavos: null }],
])('rejects a discount of %s', async (_, discount) => {
  await expect(panel().create({ code: 'DEMAIS', discount, coupon: OPEN })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  });
});
