import type { Kysely, Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { tenureSince } from '@mare/domain/approvals/two-person-rule.ts';
import type { Platform } from '../platform/platform.ts';

/** An admin who can sign in. */
export function findAdmin(trx: Transaction<DB>, userId: string, now: Date) {
  return selectAdmins(trx, now).where('profiles.id', '=', userId).executeTakeFirst();
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

/** How many other admins can approve what this admin asks for: now, and once their tenure is long enough. */
export async function countApprovers(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  userId: string,
): Promise<{ now: number; later: number }> {
  const now = clock.now();
  const others = await selectAdmins(db, now).where('profiles.id', '!=', userId).execute();
  const since = tenureSince(now);
  const established = others.filter(({ adminSince }) => adminSince !== null && adminSince <= since);
  return { now: established.length, later: others.length - established.length };
}
