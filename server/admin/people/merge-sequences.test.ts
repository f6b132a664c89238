/** Merges of accounts with conflicting records or recent changes. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUpPerson, startAuthService, type TestAuthService } from '../../accounts/accounts.testing.ts';
import { openExpress } from '../../accounts/express/express.testing.ts';
import { purgeExpressAccounts } from '../../accounts/express/purge-express-accounts.ts';
import { openAuth } from '../../accounts/auth.ts';
import { readAuthSettings } from '../../accounts/auth-settings.ts';
import { setPixKey } from '../../affiliates/set-pix-key.ts';
import { countShares, ensureShareLink } from '../../affiliates/shares/share-link.ts';
import { mergeReferrals } from '../../affiliates/merge-referrals.ts';
import { addOrderRow, addRifa } from '../../orders/orders.testing.ts';
import { JOBS } from '../../composition/worker.ts';
import { mergePeople } from './merge-people.ts';

let service: TestAuthService;
let rifaId: string;
beforeAll(async () => {
  service = await startAuthService();
  await service.jobs.prepare(JOBS);
  rifaId = await addRifa(service.platform.db, 100);
});
afterAll(() => service.stop());

const DAY_SECONDS = 86_400;
const merge = (id: string, formerId: string) =>
  mergePeople(service.platform, { userId: id, ipAddress: null }, { id, formerId }, mergeReferrals);

async function addTwoAccounts() {
  const [id, formerId] = [await signUp(), await signUp()];
  return { id, formerId };
}
const signUp = async () => (await signUpPerson(service)).session.user.id;

const addPaidOrder = (userId: string, clientRequestId: string = randomUUID()) => {
  const paidAt = service.clock.now();
  return addOrderRow(service.platform.db, { userId, rifaId, clientRequestId, status: 'paid', paidAt });
};

test('keeps an account after it was merged with the account of a failed purchase', async () => {
  const owner = await signUpPerson(service);
  const ownerId = owner.session.user.id;
  const express = await openExpress(service);
  expect(await merge(ownerId, express.userId)).toEqual({ ok: true });
  service.clock.advance(8 * DAY_SECONDS);
  await purgeExpressAccounts(openAuth(service.platform, readAuthSettings({}, service.platform.config)));
  service.clock.advance(-8 * DAY_SECONDS);
  const profile = await service.platform.db
    .selectFrom('profiles')
    .select(['deletedAt', 'email'])
    .where('id', '=', ownerId)
    .executeTakeFirstOrThrow();
  expect(profile).toEqual({ deletedAt: null, email: owner.email });
});

test('keeps both orders of one idempotency key, with their coupons', async () => {
  const { db } = service.platform;
  const { id, formerId } = await addTwoAccounts();
  const clientRequestId = randomUUID();
  const orders = [await addPaidOrder(id, clientRequestId), await addPaidOrder(formerId, clientRequestId)];
  for (const userId of [id, formerId])
    await db
      .insertInto('couponClaims')
      .values({
        couponCode: 'VOLTEI20',
        personId: userId,
        useNo: 1,
        userId,
        clientRequestId,
        createdAt: service.clock.now(),
      })
      .execute();
  expect(await merge(id, formerId)).toEqual({ ok: true });
  const rows = await db
    .selectFrom('orders')
    .innerJoin('couponClaims as claim', (join) =>
      join
        .onRef('claim.userId', '=', 'orders.userId')
        .onRef('claim.clientRequestId', '=', 'orders.clientRequestId'),
    )
    .select('orders.id')
    .where('orders.userId', '=', id)
    .execute();
  expect(rows.map((row) => row.id).sort()).toEqual(orders.map((order) => order.id).sort());
});

test('keeps both personal links to a rifa and their referred friends', async () => {
  const { platform } = service;
  const { id, formerId } = await addTwoAccounts();
  const codes = [
    await ensureShareLink(platform, { userId: id, rifaId }),
    await ensureShareLink(platform, { userId: formerId, rifaId }),
  ];
  // Each account's link brought a friend, and the other account's brought this one.
  for (const [index, buyer] of [await signUp(), await signUp(), id].entries()) {
    const order = await addPaidOrder(buyer);
    const share = { orderId: order.id, code: codes[Math.min(index, 1)]!, createdAt: service.clock.now() };
    await platform.db.insertInto('shareOrders').values(share).execute();
  }
  expect(await merge(id, formerId)).toEqual({ ok: true });
  const links = await platform.db.selectFrom('shareLinks').select('code').where('userId', '=', id).execute();
  expect(links.map(({ code }) => code).sort()).toEqual([...codes].sort());
  expect(await ensureShareLink(platform, { userId: id, rifaId })).toBe(codes[0]);
  expect(await countShares(platform, { userId: id, rifaId })).toMatchObject({ paidOrders: 2 });
});

test('rejects the merge while a change of the former account can be undone', async () => {
  const { platform } = service;
  const { id, formerId } = await addTwoAccounts();
  await platform.db
    .insertInto('affiliates')
    .values({
      id: randomUUID(),
      userId: formerId,
      affiliateCode: 'LADRAO09',
      status: 'active',
      createdAt: service.clock.now(),
    })
    .execute();
  const key = { userId: formerId, sessionId: randomUUID(), text: 'ladrao@exemplo.com.br', ipAddress: null };
  expect(await setPixKey(platform, key)).toMatchObject({ ok: true });
  expect(await merge(id, formerId)).toEqual({ ok: false, code: 'MERGE_REJECTED', reason: 'recent_change' });
  service.clock.advance(2 * DAY_SECONDS + 60);
  expect(await merge(id, formerId)).toEqual({ ok: true });
  service.clock.advance(-2 * DAY_SECONDS - 60);
});
