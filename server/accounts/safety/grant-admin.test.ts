import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ReversibleChange, UNDO_HOURS } from '@mare/domain/accounts/security/security-events.ts';
import { approvalDue, approve } from '../../approvals/approvals.ts';
import { createDrawsTestbed, type DrawsTestbed } from '../../draws/draws.testing.ts';
import { addBuyer } from '../../orders/orders.testing.ts';
import { closeAccount, mergeProfiles } from '../merge-accounts.ts';
import { changeRole } from './change-role.ts';

let bed: DrawsTestbed;
let requester: string, secondAdmin: string, accomplice: string;
beforeAll(async () => {
  bed = await createDrawsTestbed();
  await bed.prepareJobs([approvalDue]);
  [requester, secondAdmin] = bed.admins;
});
afterAll(() => bed.close());
beforeEach(async () => {
  await bed.db.deleteFrom('approvals').execute();
  accomplice = await addConfirmed();
});

async function addConfirmed(): Promise<string> {
  const id = await addBuyer(bed.db);
  await updateUser(id, { emailConfirmedAt: bed.clock.now() });
  return id;
}
async function updateUser(id: string, values: { email?: string; emailConfirmedAt?: Date | null }) {
  await bed.db.updateTable('auth.users').set(values).where('id', '=', id).execute();
}
async function addChange(userId: string, kind: ReversibleChange) {
  const now = bed.clock.now();
  const expiresAt = new Date(now.getTime() + UNDO_HOURS * 3_600_000);
  await bed.db
    .insertInto('auth.reversibleChanges')
    .values({ id: randomUUID(), userId, kind, before: '{}', createdAt: now, expiresAt })
    .execute();
}
async function endWait() {
  bed.clock.advance(24 * 3600 + 60);
  await bed.executeApprovals();
}
const readApproval = () =>
  bed.db.selectFrom('approvals').select(['state', 'error', 'summary']).executeTakeFirstOrThrow();

const promote = (userId: string, by = requester) =>
  changeRole(
    bed.platform,
    { userId: by, ipAddress: null },
    { userId, from: 'buyer', to: 'admin', reason: 'Ajuda' },
  );
const demote = (userId: string) =>
  changeRole(
    bed.platform,
    { userId: requester, ipAddress: null },
    { userId, from: 'admin', to: 'buyer', reason: '' },
  );
const findOpenApproval = (subjectId: string) =>
  bed.db.selectFrom('approvals').select('id').where('subjectId', '=', subjectId).executeTakeFirstOrThrow();
const profileOf = (id: string) =>
  bed.db.selectFrom('profiles').select(['role', 'adminSince']).where('id', '=', id).executeTakeFirstOrThrow();

test('granting the admin role needs an established second admin', async () => {
  expect(await promote(accomplice)).toMatchObject({ ok: true, effectiveAt: expect.any(Date) as Date });
  await bed.executeApprovals();
  expect(await profileOf(accomplice)).toMatchObject({ role: 'buyer' });
  await approve(bed.platform, { id: (await findOpenApproval(accomplice)).id, userId: secondAdmin });
  await bed.executeApprovals();
  expect(await profileOf(accomplice)).toEqual({ role: 'admin', adminSince: expect.any(Date) as Date });

  const friend = await addConfirmed();
  await promote(friend);
  const { id } = await findOpenApproval(friend);
  expect(await approve(bed.platform, { id, userId: accomplice })).toEqual({
    ok: false,
    code: 'APPROVER_TOO_NEW',
  });
  bed.clock.advance(72 * 3600 + 60);
  expect(await approve(bed.platform, { id, userId: accomplice })).toMatchObject({ ok: true });
});

test('a demotion takes effect at once and ends the tenure', async () => {
  await promote(accomplice);
  bed.clock.advance(24 * 3600 + 60);
  await bed.executeApprovals();
  expect(await demote(accomplice)).toEqual({ ok: true, effectiveAt: null });
  expect(await profileOf(accomplice)).toEqual({ role: 'buyer', adminSince: null });
});

test('does not promote a person whose role has changed since the request', async () => {
  await promote(accomplice);
  await bed.db.updateTable('profiles').set({ role: 'support' }).where('id', '=', accomplice).execute();
  bed.clock.advance(24 * 3600 + 60);
  await bed.executeApprovals();
  expect(await profileOf(accomplice)).toMatchObject({ role: 'support' });
  expect(await readApproval()).toMatchObject({ state: 'failed', error: 'ROLE_CHANGED' });
});

test('creates one pending promotion for repeated requests', async () => {
  const outcomes = await Promise.all([promote(accomplice), promote(accomplice, secondAdmin)]);
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
});

test('the request names the e-mail, and does not promote an account that has another one by then', async () => {
  await promote(accomplice);
  expect((await readApproval()).summary).toContain(`${accomplice}@exemplo.com.br`);
  await updateUser(accomplice, { email: `other-${accomplice}@exemplo.com.br` });
  await endWait();
  expect(await readApproval()).toMatchObject({ state: 'failed', error: 'EMAIL_CHANGED' });
  expect(await profileOf(accomplice)).toMatchObject({ role: 'buyer' });
});

test('does not promote an account without a confirmed e-mail', async () => {
  await promote(accomplice);
  await updateUser(accomplice, { emailConfirmedAt: null });
  await endWait();
  expect(await readApproval()).toMatchObject({ state: 'failed', error: 'EMAIL_NOT_CONFIRMED' });
  expect(await profileOf(accomplice)).toMatchObject({ role: 'buyer' });
});

test('does not promote an account with a change that can be undone', async () => {
  await promote(accomplice);
  await addChange(accomplice, 'password_changed');
  await endWait();
  expect(await readApproval()).toMatchObject({ state: 'failed', error: 'RECENT_CHANGE' });
  expect(await promote(accomplice)).toEqual({ ok: false, code: 'RECENT_CHANGE' });
  bed.clock.advance(UNDO_HOURS * 3600);
  expect(await promote(accomplice)).toMatchObject({ ok: true });
});

test('grants the admin role to an account that adds a second factor after the request', async () => {
  await promote(accomplice);
  await addChange(accomplice, 'factor_verified');
  await endWait();
  expect(await profileOf(accomplice)).toMatchObject({ role: 'admin' });
});

test('does not promote an account that was merged into another', async () => {
  await promote(accomplice);
  const other = await addConfirmed();
  await bed.db.transaction().execute(async (trx) => {
    await mergeProfiles(trx, other, accomplice, bed.clock.now());
    await closeAccount(trx, accomplice, bed.clock.now());
  });
  await endWait();
  expect(await readApproval()).toMatchObject({ state: 'failed', error: 'ACCOUNT_CLOSED' });
  expect(await profileOf(other)).toMatchObject({ role: 'buyer' });
});

test('checks requests from before the e-mail was stored', async () => {
  const payload = JSON.stringify({ from: 'buyer' });
  await promote(accomplice);
  await bed.db.updateTable('approvals').set({ payload }).execute();
  await endWait();
  expect(await profileOf(accomplice)).toMatchObject({ role: 'admin' });
  await bed.db.deleteFrom('approvals').execute();
  const friend = await addConfirmed();
  await promote(friend);
  await bed.db.updateTable('approvals').set({ payload }).execute();
  await addChange(friend, 'email_changed');
  await endWait();
  expect(await readApproval()).toMatchObject({ state: 'failed', error: 'RECENT_CHANGE' });
});

test('gives no role of the team to an account whose contact can be restored, and takes roles away', async () => {
  const change = (from: 'buyer' | 'finance' | 'support', to: 'buyer' | 'finance' | 'support') =>
    changeRole(
      bed.platform,
      { userId: requester, ipAddress: null },
      { userId: accomplice, from, to, reason: '' },
    );
  await addChange(accomplice, 'password_changed');
  expect(await change('buyer', 'support')).toMatchObject({ ok: true });
  await addChange(accomplice, 'email_changed');
  expect(await change('support', 'finance')).toEqual({ ok: false, code: 'RECENT_CHANGE' });
  expect(await change('support', 'buyer')).toMatchObject({ ok: true });
  expect(await change('buyer', 'support')).toEqual({ ok: false, code: 'RECENT_CHANGE' });
});
