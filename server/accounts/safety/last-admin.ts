import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';

/**
 * Whether an active admin would remain without this user; also true for users who are not admins. Locks all admins, so
 * that concurrent removals are serialized. Call it before the transaction takes other locks.
 */
export async function hasOtherAdmin(trx: Transaction<DB>, userId: string, now: Date): Promise<boolean> {
  const admins = await trx
    .selectFrom('profiles')
    .select('id')
    .where('role', '=', 'admin')
    .orderBy('id')
    .forUpdate()
    .execute();
  if (!admins.some(({ id }) => id === userId)) return true;
  // A separate statement sees changes committed while waiting for the locks.
  const another = await trx
    .selectFrom('profiles')
    .innerJoin('auth.users', 'auth.users.id', 'profiles.id')
    .select('profiles.id')
    .where('profiles.role', '=', 'admin')
    .where('profiles.id', '!=', userId)
    .where((eb) => eb.or([eb('auth.users.bannedUntil', 'is', null), eb('auth.users.bannedUntil', '<=', now)]))
    .limit(1)
    .executeTakeFirst();
  return another !== undefined;
}
