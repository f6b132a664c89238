import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { StaffRole } from '@mare/domain/accounts/permissions.ts';
import type { AccountRole } from '@mare/contract/accounts/accounts.ts';
import { findAdmin } from '../../approvals/find-admins.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { PanelUser } from '../../platform/http/api.ts';
import type { Platform } from '../../platform/platform.ts';
import { hashOf } from '../flows/flow-states.ts';
import { grantRole, type GrantRoleResult } from '../safety/change-role.ts';

export type AcceptInvitationResult =
  | { ok: true; role: StaffRole; effectiveAt: Date | null }
  | { ok: false; code: 'NOT_FOUND' | 'INVITATION_CLOSED' | 'INVITATION_OTHER_EMAIL' }
  | Extract<GrantRoleResult, { ok: false }>;

/**
 * Gives the caller the role of an invitation, once, if the invited e-mail address is confirmed for the account and
 * the inviting admin is still an admin. The admin role requires the two-person rule.
 */
export function acceptInvitation(
  platform: Pick<Platform, 'db' | 'clock' | 'random'>,
  caller: PanelUser,
  token: string,
): Promise<AcceptInvitationResult> {
  return inTransaction<AcceptInvitationResult>(platform.db, async (trx) => {
    const now = platform.clock.now();
    const invitation = await trx
      .selectFrom('teamInvitations')
      .selectAll()
      .where('tokenHash', '=', hashOf(token))
      .forUpdate()
      .executeTakeFirst();
    if (!invitation) return { ok: false, code: 'NOT_FOUND' };
    const { id, email, invitedBy, reason } = invitation;
    const role = invitation.role as StaffRole;
    const isOpen = !invitation.acceptedAt && !invitation.revokedAt && invitation.expiresAt > now;
    const inviter = isOpen && invitedBy ? await findAdmin(trx, invitedBy, now) : null;
    if (!inviter) return { ok: false, code: 'INVITATION_CLOSED' };
    const account = await findAccount(trx, caller.userId);
    if (account?.email?.toLowerCase() !== email || !account.emailConfirmedAt)
      return { ok: false, code: 'INVITATION_OTHER_EMAIL' };
    // An invitation to a lower role does not take the admin role away.
    if (account.role === 'admin') return { ok: false, code: 'INVITATION_CLOSED' };
    const change = { userId: caller.userId, from: account.role as AccountRole, to: role, reason };
    const by = { userId: inviter.id, ipAddress: caller.ipAddress };
    const granted = await grantRole(trx, platform, by, change);
    if (!granted.ok) return granted;
    await trx
      .updateTable('teamInvitations')
      .set({ acceptedAt: now, acceptedBy: caller.userId })
      .where('id', '=', id)
      .execute();
    return { ok: true, role, effectiveAt: granted.effectiveAt };
  });
}

function findAccount(trx: Transaction<DB>, userId: string) {
  return trx
    .selectFrom('auth.users')
    .innerJoin('profiles', 'profiles.id', 'auth.users.id')
    .select(['auth.users.email', 'auth.users.emailConfirmedAt', 'profiles.role'])
    .where('profiles.id', '=', userId)
    .executeTakeFirst();
}
