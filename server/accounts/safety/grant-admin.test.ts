import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { approvalDue, approve } from '../../approvals/approvals.ts';
import { createDrawsTestbed, type DrawsTestbed } from '../../draws/draws.testing.ts';
import { addBuyer } from '../../orders/orders.testing.ts';
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
  accomplice = await addBuyer(bed.db);
});

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

  const friend = await addBuyer(bed.db);
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
  const { state, error } = await bed.db
    .selectFrom('approvals')
    .select(['state', 'error'])
    .executeTakeFirstOrThrow();
  expect({ state, error }).toEqual({ state: 'failed', error: 'ROLE_CHANGED' });
});

test('creates one pending promotion for repeated requests', async () => {
  const outcomes = await Promise.all([promote(accomplice), promote(accomplice, secondAdmin)]);
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
});
