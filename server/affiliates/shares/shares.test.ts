/** Personal links: from 'share' to a friend's paid order. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRouterClient } from '@orpc/server';
import { SHARE_COOKIE } from '@mare/domain/affiliates/share-mark.ts';
import { addRifa, line, request } from '../../orders/orders.testing.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../../payments/payments.testing.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import { createHttpApp, type HttpApp } from '../../platform/http/http.ts';
import { activateAffiliate } from '../activate-affiliate.ts';
import { findShare } from './find-share.ts';
import { createShareFollower } from './follow-share.ts';
import { rewardShareJob } from './reward-share.job.ts';
import { countShares, ensureShareLink } from './share-link.ts';
import { sharesRoutes } from './shares.routes.ts';

const PHONE = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36';

let bed: PaymentsTestbed;
let site: HttpApp;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
  site = createHttpApp(bed.platform.log);
  const followShare = createShareFollower(bed.platform);
  site.get('/r/:code', async (c) => (await followShare(c)) ?? c.notFound());
});
afterAll(() => bed.close());

async function newLink() {
  const userId = await bed.buyer();
  const rifaId = await addRifa(bed.db, 100);
  return { userId, rifaId, code: await ensureShareLink(bed.platform, { userId, rifaId }) };
}

/** @returns the redirect target and the cookie it sets */
async function visit(code: string, headers: Record<string, string> = {}) {
  const response = await site.request(`/r/${code}`, {
    headers: { accept: 'text/html', 'user-agent': PHONE, ...headers },
  });
  const setCookie = response.headers.get('set-cookie');
  const mark = setCookie && decodeURIComponent(new RegExp(`${SHARE_COOKIE}=([^;]+)`).exec(setCookie)![1]!);
  return { status: response.status, to: response.headers.get('location'), mark: mark ?? undefined };
}

const cookie = (mark: string | undefined) => ({ cookie: `${SHARE_COOKIE}=${mark}` });

/** An order in a given state, by a friend with the attribution mark. */
async function addFriendOrder(mark: string | undefined, rifaId: string, status: 'pending' | 'paid' = 'paid') {
  const userId = await bed.buyer();
  const shareCode = await findShare(bed.platform, mark, { userId, cpf: undefined, rifaIds: [rifaId] });
  const reserved = await bed.orderBatchWriter.reserve(request(userId, [line(rifaId, 1)], { shareCode }));
  if (!reserved.ok) throw new Error(reserved.code);
  const { id } = reserved.order;
  await bed.db
    .updateTable('orders')
    .set({ status, paidAt: status === 'paid' ? bed.clock.now() : null })
    .where('id', '=', id)
    .execute();
  return { id, userId };
}

test('creates one link per person and rifa, also under concurrent calls', async () => {
  const { userId, rifaId, code } = await newLink();
  const others = await Promise.all([1, 2, 3].map(() => ensureShareLink(bed.platform, { userId, rifaId })));
  expect(new Set([code, ...others]).size).toBe(1);
  expect((await newLink()).code).not.toBe(code);
  const client = createRouterClient(sharesRoutes, { context: testContext(bed.platform, { userId }) });
  const link = await client.shareLink({ id: rifaId });
  expect(link).toEqual({ url: `${bed.platform.config.publicUrl}/r/${code}`, visits: 0, paidOrders: 0 });
  await expect(client.shareLink({ id: crypto.randomUUID() })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('redirects to the rifa, and counts a browser once a day', async () => {
  const link = await newLink();
  const { rifaId, code } = link;
  const first = await visit(code);
  expect(first).toMatchObject({ status: 302, to: `/rifa/${rifaId}` });
  await Promise.all([1, 2].map(() => visit(code, cookie(first.mark))));
  expect(await countShares(bed.platform, link)).toMatchObject({ visits: 1 });
  await visit(code);
  bed.clock.advance(86_400);
  await visit(code, cookie(first.mark));
  expect(await countShares(bed.platform, link)).toMatchObject({ visits: 3 });
});

test.each([
  ['a crawler', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }],
  ['a link preview', { 'user-agent': 'WhatsApp/2.23.20.0' }],
  ['a prefetched page', { 'sec-purpose': 'prefetch' }],
])('%s reaches the rifa and does not count', async (_, headers) => {
  const link = await newLink();
  const { rifaId, code } = link;
  expect(await visit(code, headers)).toEqual({ status: 302, to: `/rifa/${rifaId}`, mark: undefined });
  expect(await countShares(bed.platform, link)).toMatchObject({ visits: 0 });
});

test('limits the count of a script that drops cookies to one household', async () => {
  const link = await newLink();
  const { code } = link;
  for (let times = 0; times < 50; times++) await visit(code);
  expect(await countShares(bed.platform, link)).toMatchObject({ visits: 40 });
});

test.each(['AAAAAAAA', 'curto', 'aaaaaaaa', '%00', "';drop"])(
  'answers 404 for the unknown code %s',
  async (code) => {
    expect((await visit(encodeURIComponent(code))).status).toBe(404);
  },
);

test('is a referral link of an active affiliate', async () => {
  const { userId, rifaId, code } = await newLink();
  await activateAffiliate(bed.platform, userId);
  const { affiliateCode } = await bed.db
    .selectFrom('affiliates')
    .select('affiliateCode')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  expect((await visit(code)).to).toBe(`/rifa/${rifaId}?ref=${affiliateCode}`);
});

test('counts a friend’s order while it is paid, and the friend as referred', async () => {
  const link = await newLink();
  const { userId, rifaId, code } = link;
  const { mark } = await visit(code);
  const paid = await addFriendOrder(mark, rifaId);
  const pending = await addFriendOrder(mark, rifaId, 'pending');
  expect(await countShares(bed.platform, link)).toMatchObject({ paidOrders: 1 });
  const rewardShares = () =>
    rewardShareJob.handleMany!(
      bed.platform,
      [paid, pending].map(({ id }) => ({ orderId: id })),
    );
  const findReferred = async () =>
    (
      await bed.db.selectFrom('referrals').select('referredId').where('referrerId', '=', userId).execute()
    ).map(({ referredId }) => referredId);
  await rewardShares();
  await rewardShares();
  expect(await findReferred()).toEqual([paid.userId]);
  await bed.db.updateTable('orders').set({ status: 'refunded' }).where('id', '=', paid.id).execute();
  await rewardShares();
  expect(await findReferred()).toEqual([]);
  expect(await countShares(bed.platform, link)).toMatchObject({ paidOrders: 0 });
});

test('counts a friend until every order by the link is refunded', async () => {
  const link = await newLink();
  const { mark } = await visit(link.code);
  const first = await addFriendOrder(mark, link.rifaId);
  const second = await addFriendOrder(mark, link.rifaId);
  await bed.db.updateTable('orders').set({ userId: first.userId }).where('id', '=', second.id).execute();
  const rewardShare = ({ id }: { id: string }) => rewardShareJob.handleMany!(bed.platform, [{ orderId: id }]);
  const refund = async ({ id }: { id: string }) => {
    await bed.db.updateTable('orders').set({ status: 'refunded' }).where('id', '=', id).execute();
    await rewardShare({ id });
  };
  const countReferred = async () =>
    (
      await bed.db
        .selectFrom('profiles')
        .select('referralCount')
        .where('id', '=', link.userId)
        .executeTakeFirstOrThrow()
    ).referralCount;
  for (const order of [first, second]) await rewardShare(order);
  expect(await countReferred()).toBe(1);
  await refund(first);
  expect(await countReferred()).toBe(1);
  await refund(second);
  expect(await countReferred()).toBe(0);
});

test('never counts an order of the sharer, of the same person or CPF, of another rifa, or after 30 days', async () => {
  const { userId, rifaId, code } = await newLink();
  const { mark } = await visit(code);
  const buyer = await bed.buyer();
  const findShareFor = (purchase: Partial<Parameters<typeof findShare>[2]>) =>
    findShare(bed.platform, mark, { userId: buyer, cpf: undefined, rifaIds: [rifaId], ...purchase });
  await bed.db.updateTable('profiles').set({ cpf: '52998224725' }).where('id', '=', userId).execute();
  const second = await bed.buyer();
  await bed.db.updateTable('profiles').set({ personId: userId }).where('id', '=', second).execute();
  expect(await findShareFor({ userId })).toBeNull();
  expect(await findShareFor({ userId: second })).toBeNull();
  expect(await findShareFor({ cpf: '529.982.247-25' })).toBeNull();
  expect(await findShareFor({ rifaIds: [crypto.randomUUID()] })).toBeNull();
  expect(await findShareFor({})).toBe(code);
  bed.clock.advance(31 * 86_400);
  expect(await findShareFor({})).toBeNull();
});
