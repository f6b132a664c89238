/** Team invitations: mailed, used once by the invited e-mail address, valid while the inviting person is an admin. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { StaffRole } from '@mare/domain/accounts/permissions.ts';
import { approvalDue, approve } from '../../approvals/approvals.ts';
import { createDrawsTestbed, type DrawsTestbed } from '../../draws/draws.testing.ts';
import { deliverOutbox } from '../../mail/outbox/outbox.testing.ts';
import { addBuyer } from '../../orders/orders.testing.ts';
import type { Mail } from '../../platform/messages/mail.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { INVITATION_DAYS, inviteColleague } from './invite-colleague.ts';
import { readTeam, revokeInvitation } from './revoke-invitation.ts';

const EMAIL = 'nova@exemplo.com.br';

let bed: DrawsTestbed;
let admin: string, secondAdmin: string, colleague: string;
beforeAll(async () => {
  bed = await createDrawsTestbed();
  await bed.prepareJobs([approvalDue]);
  [admin, secondAdmin] = bed.admins;
});
afterAll(() => bed.close());
beforeEach(async () => {
  await bed.db.deleteFrom('teamInvitations').execute();
  await bed.db.deleteFrom('approvals').execute();
  await bed.db.updateTable('auth.users').set({ email: null }).where('email', '=', EMAIL).execute();
  colleague = await addAccount(EMAIL);
});

async function addAccount(email: string, emailConfirmedAt: Date | null = new Date()): Promise<string> {
  const id = await addBuyer(bed.db);
  await bed.db.updateTable('auth.users').set({ email, emailConfirmedAt }).where('id', '=', id).execute();
  return id;
}

const by = (userId: string) => ({ userId, ipAddress: null });

/** @returns the token of the mailed link */
async function invite(role: StaffRole, inviter = admin): Promise<string> {
  const invited = await inviteColleague(bed.platform, by(inviter), { email: EMAIL, role, reason: '' });
  expect(invited).toMatchObject({ ok: true });
  const mails: Mail[] = [];
  await deliverOutbox({ ...bed.platform, mailer: { send: async (mail) => void mails.push(mail) } });
  expect(mails).toMatchObject([{ to: EMAIL, kind: 'essential' }]);
  return /convite=([\w-]+)/.exec(mails[0]!.text)![1]!;
}

const accept = (token: string, userId = colleague) => acceptInvitation(bed.platform, by(userId), token);
const roleOf = async (id: string) =>
  (await bed.db.selectFrom('profiles').select('role').where('id', '=', id).executeTakeFirstOrThrow()).role;

test('grants the role once to the invited address', async () => {
  const token = await invite('finance');
  expect(await readTeam(bed.db, bed.clock.now())).toMatchObject({
    invitations: [{ email: EMAIL, role: 'finance' }],
  });
  expect(await accept('x'.repeat(43))).toEqual({ ok: false, code: 'NOT_FOUND' });
  const outcomes = await Promise.all([accept(token), accept(token)]);
  expect(outcomes).toContainEqual({ ok: true, role: 'finance', effectiveAt: null });
  expect(outcomes).toContainEqual({ ok: false, code: 'INVITATION_CLOSED' });
  expect(await roleOf(colleague)).toBe('finance');
  expect((await readTeam(bed.db, bed.clock.now())).invitations).toEqual([]);
});

test('rejects other and unconfirmed addresses', async () => {
  const token = await invite('support');
  const stranger = await addAccount('outra@exemplo.com.br');
  expect(await accept(token, stranger)).toEqual({ ok: false, code: 'INVITATION_OTHER_EMAIL' });
  await bed.db
    .updateTable('auth.users')
    .set({ emailConfirmedAt: null })
    .where('id', '=', colleague)
    .execute();
  expect(await accept(token)).toEqual({ ok: false, code: 'INVITATION_OTHER_EMAIL' });
  expect([await roleOf(stranger), await roleOf(colleague)]).toEqual(['buyer', 'buyer']);
});

test('ends by revocation, by a newer invitation and by expiry', async () => {
  const first = await invite('support');
  const newer = await invite('seller');
  expect(await accept(first)).toEqual({ ok: false, code: 'INVITATION_CLOSED' });
  const [open] = (await readTeam(bed.db, bed.clock.now())).invitations;
  expect(await revokeInvitation(bed.platform, by(admin), open!.id)).toBe(true);
  expect(await revokeInvitation(bed.platform, by(admin), open!.id)).toBe(false);
  expect(await accept(newer)).toEqual({ ok: false, code: 'INVITATION_CLOSED' });
  const expired = await invite('seller');
  bed.clock.advance(INVITATION_DAYS * 86_400);
  expect(await accept(expired)).toEqual({ ok: false, code: 'INVITATION_CLOSED' });
  expect(await roleOf(colleague)).toBe('buyer');
});

test('an invitation by a former admin grants nothing, and none demotes an admin', async () => {
  const former = await addAccount('antiga@exemplo.com.br');
  await bed.db.updateTable('profiles').set({ role: 'admin' }).where('id', '=', former).execute();
  const token = await invite('support', former);
  await bed.db.updateTable('profiles').set({ role: 'buyer' }).where('id', '=', former).execute();
  expect(await accept(token)).toEqual({ ok: false, code: 'INVITATION_CLOSED' });

  const again = await invite('support');
  await bed.db.updateTable('profiles').set({ role: 'admin' }).where('id', '=', colleague).execute();
  expect(await accept(again)).toEqual({ ok: false, code: 'INVITATION_CLOSED' });
  expect(await roleOf(colleague)).toBe('admin');
  await bed.db.updateTable('profiles').set({ role: 'buyer' }).where('id', '=', colleague).execute();
});

test('an invitation to the admin role needs a second person', async () => {
  const accepted = await accept(await invite('admin'));
  expect(accepted).toMatchObject({ ok: true, role: 'admin', effectiveAt: expect.any(Date) as Date });
  expect(await roleOf(colleague)).toBe('buyer');
  const { id } = await bed.db.selectFrom('approvals').select('id').executeTakeFirstOrThrow();
  expect(await approve(bed.platform, { id, userId: secondAdmin })).toMatchObject({ ok: true });
  await bed.executeApprovals();
  expect(await roleOf(colleague)).toBe('admin');
});
