import type { Approvers } from '@mare/contract/approvals/approvals.ts';
import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { approvesFrom } from '@mare/domain/approvals/two-person-rule.ts';
import type { Platform } from '../platform/platform.ts';

/** An admin who can sign in. */
export function findAdmin(db: Kysely<DB>, userId: string, now: Date) {
  return selectAdmins(db, now).where('profiles.id', '=', userId).executeTakeFirst();
}

function selectAdmins(db: Kysely<DB>, now: Date) {
  return db
    .selectFrom('profiles')
    .leftJoin('auth.users', 'auth.users.id', 'profiles.id')
    .select(['profiles.id', 'profiles.adminSince'])
    .where('profiles.role', '=', 'admin')
    .where('profiles.deletedAt', 'is', null)
    .where((eb) =>
      eb.or([eb('auth.users.bannedUntil', 'is', null), eb('auth.users.bannedUntil', '<=', now)]),
    );
}

/** Who can approve what this admin asks for, and from when this admin can approve what others ask for. */
export async function findApprovers(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  userId: string,
): Promise<Approvers> {
  const now = clock.now();
  const admins = await selectAdmins(db, now).execute();
  const fromOf = (admin: { adminSince: Date | null } | undefined) =>
    admin?.adminSince ? approvesFrom(admin.adminSince, now) : null;
  const others = admins.filter(({ id }) => id !== userId);
  const established = others.filter((admin) => admin.adminSince !== null && fromOf(admin) === null);
  return {
    now: established.length,
    later: others.length - established.length,
    callerFrom: fromOf(admins.find(({ id }) => id === userId))?.toISOString() ?? null,
  };
}
