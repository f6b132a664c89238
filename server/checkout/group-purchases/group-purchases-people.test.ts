/** Group purchases of people who exclude themselves, are suspended, are merged or delete their account. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findDeletionBlockers } from '../../accounts/privacy/deletion-blockers.ts';
import { deleteAccount } from '../../accounts/privacy/delete-account.ts';
import { mergePeople } from '../../admin/people/merge-people.ts';
import { mergeReferrals } from '../../affiliates/merge-referrals.ts';
import { notifyGroupRefundedJob } from '../../orders/group-purchases/notify-group.job.ts';
import { releaseOrder } from '../../orders/lifecycle/release-order.ts';
import { checkNumberCounts } from '../../orders/orders.testing.ts';
import { groupFacts } from '../../rifas/sharing/group-facts.ts';
import { createSharingRoutes } from '../../rifas/sharing/sharing.routes.ts';
import { createGroupBed, type GroupBed, rejectionOf } from './group-purchases.testing.ts';

let bed: GroupBed;
beforeAll(async () => {
  bed = await createGroupBed();
});
afterAll(() => bed.close());

const exclude = (userId: string) => bed.clientOf(userId).accounts.changeOwnLimits({ kind: 'exclusion' });

test('a self-excluded starter cannot pay, and the group ends without charging friends', async () => {
  const rifaId = await bed.rifa(1000);
  const starter = await bed.buyer();
  const first = await bed.start(starter, rifaId);
  await exclude(starter);
  expect(
    await rejectionOf(bed.clientOf(starter).orders.startPix({ externalReference: first.reference })),
  ).toBe('BUYER_MAY_NOT_SPEND');
  bed.clock.advance(16 * 60);
  await bed.runDueWork();
  expect(await bed.group(first.token)).toMatchObject({ endReason: 'unpaid' });
  expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ free: 1000 });
});

test('keeps the group for friends when the starter is self-excluded or suspended', async () => {
  const rifaId = await bed.rifa(1000);
  const { starter, token } = await bed.openGroup(rifaId);
  await exclude(starter);
  await bed.db
    .updateTable('auth.users')
    .set({ bannedUntil: new Date('2100-01-01') })
    .where('id', '=', starter)
    .execute();
  await bed.pay(await bed.take(await bed.buyer(), rifaId, { token }, 2));
  expect(await bed.states(token)).toBe('paid paid free');
  expect(await rejectionOf(bed.take(starter, rifaId, { token }, 3))).toMatch(/^(NOT_ELIGIBLE|OWN_LIMIT)/);
});

test('a self-excluded friend cannot take a part', async () => {
  const rifaId = await bed.rifa(1000);
  const { token } = await bed.openGroup(rifaId);
  const friend = await bed.buyer();
  await exclude(friend);
  expect(await rejectionOf(bed.take(friend, rifaId, { token }, 2))).toMatch(/^(NOT_ELIGIBLE|OWN_LIMIT)/);
  expect(await bed.states(token)).toBe('paid free free');
});

test('keeps the account of a starter until the draw of her part', async () => {
  const rifaId = await bed.rifa(1000);
  const { starter } = await bed.openGroup(rifaId);
  expect(await findDeletionBlockers(bed.db, starter, bed.clock.now())).toMatchObject({ openDraws: 1 });
});

test('tells a starter who deleted the account nothing more of the group', async () => {
  await bed.platform.jobs.prepare([notifyGroupRefundedJob]);
  const rifaId = await bed.rifa(1000);
  const { starter, token, orderId } = await bed.openGroup(rifaId);
  const friend = await bed.buyer();
  await bed.pay(await bed.take(friend, rifaId, { token }, 2));
  await bed.db.transaction().execute((trx) => releaseOrder(trx, orderId, 'refunded'));
  expect(await deleteAccount(bed.platform, { userId: starter })).toEqual({ ok: true });
  await notifyGroupRefundedJob.handle(bed.platform, { orderId });
  const notified = await bed.db
    .selectFrom('notifications')
    .select('userId')
    .where('userId', 'in', [starter, friend])
    .where('title', '=', 'O bolão terminou')
    .execute();
  expect(notified).toEqual([{ userId: friend }]);
  expect(await bed.group(token)).toMatchObject({ state: 'ended', endReason: 'refunded' });
  expect(await bed.states(token)).toBe('returned paid ended');
});

test('moves groups and parts with merged accounts, but not while a part is unpaid', async () => {
  const rifaId = await bed.rifa(1000);
  const { starter, token } = await bed.openGroup(rifaId);
  const [kept, friend] = [await bed.buyer(), await bed.buyer()];
  const by = { userId: kept, ipAddress: null };
  const part = await bed.take(friend, rifaId, { token }, 2);
  const merge = (formerId: string) => mergePeople(bed.platform, by, { id: kept, formerId }, mergeReferrals);
  expect(await merge(friend)).toMatchObject({ code: 'MERGE_REJECTED', reason: 'pending_orders' });
  await bed.pay(part);
  expect(await merge(friend)).toEqual({ ok: true });
  expect(await merge(starter)).toEqual({ ok: true });
  const { parts, isStarter } = await bed.group(token, kept);
  expect(isStarter).toBe(true);
  expect(parts.map(({ externalReference }) => externalReference !== null)).toEqual([true, true, false]);
  await bed.clientOf(kept).orders.endGroup({ token });
  expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ reserved: 0, sold: 4 });
});

test('masks all names on the public page', async () => {
  const rifaId = await bed.rifa(1000);
  const starter = await bed.buyer();
  const first = await bed.start(starter, rifaId, { name: 'Maria Aparecida da Silva' });
  const page = JSON.stringify(await bed.group(first.token));
  expect(page).toContain('Maria S.');
  expect(page).not.toMatch(/Aparecida|ana@exemplo|@/);
  expect(page).not.toContain(starter);
});

test('shows the number of paid parts in the preview of the link', async () => {
  const rifaId = await bed.rifa(1000);
  const { token } = await bed.openGroup(rifaId);
  const preview = createSharingRoutes(bed.platform);
  const requestPreview = (etag = '') =>
    preview.request(`/og/boloes/${token}.png`, { headers: { 'if-none-match': etag } });
  const first = await requestPreview();
  expect([first.status, first.headers.get('content-type')]).toEqual([200, 'image/png']);
  const etag = first.headers.get('etag')!;
  expect((await requestPreview(etag)).status).toBe(304);
  await bed.pay(await bed.take(await bed.buyer(), rifaId, { token }, 2));
  expect((await requestPreview(etag)).status).toBe(200);
  expect((await preview.request('/og/boloes/nao-existe-este-bolao.png')).status).toBe(404);
  expect(groupFacts(await bed.group(token))).toMatchObject({
    progress: '2 de 3 partes',
    percent: 66,
    price: expect.stringMatching(/^R\$\s4,00 a parte$/) as string,
  });
});
