import type { Kysely } from 'kysely';
import type { Team } from '@mare/contract/accounts/team.ts';
import type { DB } from '@mare/database/schema.ts';
import { ROLES, type StaffRole } from '@mare/domain/accounts/permissions.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { PanelUser } from '../../platform/http/api.ts';
import type { Platform } from '../../platform/platform.ts';

/** @returns false if it is not open */
export function revokeInvitation(
  platform: Pick<Platform, 'db' | 'clock' | 'random'>,
  by: PanelUser,
  id: string,
): Promise<boolean> {
  return inTransaction(platform.db, async (trx) => {
    const revoked = await trx
      .updateTable('teamInvitations')
      .set({ revokedAt: platform.clock.now() })
      .where('id', '=', id)
      .where('acceptedAt', 'is', null)
      .where('revokedAt', 'is', null)
      .executeTakeFirst();
    if (revoked.numUpdatedRows === 0n) return false;
    await recordActivity(trx, platform, {
      ...by,
      action: 'revoke-invitation',
      entityType: 'user',
      entityId: id,
      description: 'Cancelou um convite para a equipe.',
    });
    return true;
  });
}

/** Members by name, and the invitations that can be accepted. */
export async function readTeam(db: Kysely<DB>, now: Date): Promise<Team> {
  const [members, invitations] = await Promise.all([
    db
      .selectFrom('profiles')
      .select(['id', 'name', 'email', 'role'])
      .where('role', '<>', ROLES[0])
      .where('deletedAt', 'is', null)
      .orderBy('name')
      .limit(200)
      .execute(),
    db
      .selectFrom('teamInvitations')
      .select(['id', 'email', 'role', 'expiresAt'])
      .where('acceptedAt', 'is', null)
      .where('revokedAt', 'is', null)
      .where('expiresAt', '>', now)
      .orderBy('createdAt', 'desc')
      .limit(100)
      .execute(),
  ]);
  return {
    members: members.map((member) => ({ ...member, role: member.role as StaffRole })),
    invitations: invitations.map(({ expiresAt, ...invitation }) => ({
      ...invitation,
      role: invitation.role as StaffRole,
      expiresAt: expiresAt.toISOString(),
    })),
  };
}
