import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';

/**
 * Whether somebody who can enter would still run the shop without this person; true, too, of one who does not run it.
 * Holds all admins until the transaction ends: two who go at the same time are asked one after the other. To be called
 * before anything else of the transaction is locked.
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
  // A statement of its own sees what was committed while the rows were waited for.
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
