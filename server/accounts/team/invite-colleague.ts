import type { StaffRole } from '@mare/domain/accounts/permissions.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import { queueMail } from '../../mail/outbox/queue-message.ts';
import { inTransaction, violatedUnique } from '../../platform/database/transaction.ts';
import type { PanelUser } from '../../platform/http/api.ts';
import type { Platform } from '../../platform/platform.ts';
import { hashOf } from '../flows/flow-states.ts';
import { ROLE_NAMES } from '../safety/change-role.ts';
import { composeInvitationMail } from './invitation-mail.ts';

/** How long an invitation can be accepted. */
export const INVITATION_DAYS = 7;
const DAY_MS = 86_400_000;

export interface NewInvitation {
  /** In lower case. */
  email: string;
  role: StaffRole;
  /** Reason for giving the admin role, for the two-person rule. */
  reason: string;
}

export type InviteColleagueResult = { ok: true; id: string } | { ok: false; code: 'VERSION_CONFLICT' };

/** Mails a link that gives the role to the account of the e-mail address. A new invitation revokes the open one. */
export async function inviteColleague(
  platform: Pick<Platform, 'db' | 'clock' | 'random' | 'config' | 'caches'>,
  by: PanelUser,
  { email, role, reason }: NewInvitation,
): Promise<InviteColleagueResult> {
  const { db, clock, random, config } = platform;
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + INVITATION_DAYS * DAY_MS);
  const id = random.uuid();
  const token = random.bytes(32).toString('base64url');
  try {
    await inTransaction(db, async (trx) => {
      await trx
        .updateTable('teamInvitations')
        .set({ revokedAt: now })
        .where('email', '=', email)
        .where('acceptedAt', 'is', null)
        .where('revokedAt', 'is', null)
        .execute();
      await trx
        .insertInto('teamInvitations')
        .values({
          id,
          email,
          role,
          reason,
          tokenHash: hashOf(token),
          invitedBy: by.userId,
          createdAt: now,
          expiresAt,
        })
        .execute();
      const url = `${config.publicUrl}/admin?convite=${token}`;
      await queueMail(
        trx,
        platform,
        composeInvitationMail(email, { role: ROLE_NAMES[role], expiresAt, url }),
        {
          key: `team-invitation:${id}`,
          topic: 'access',
        },
      );
      await recordActivity(trx, platform, {
        ...by,
        action: 'invite-colleague',
        entityType: 'user',
        entityId: id,
        description: `Convidou uma pessoa para a equipe, com o papel de ${ROLE_NAMES[role]}.`,
        details: { role },
      });
    });
  } catch (error) {
    // Another admin invites the same e-mail address at this moment.
    if (violatedUnique(error) === null) throw error;
    return { ok: false, code: 'VERSION_CONFLICT' };
  }
  return { ok: true, id };
}
