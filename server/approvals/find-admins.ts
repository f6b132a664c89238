import type { Approvers } from '@mare/contract/approvals/approvals.ts';
import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { approvesFrom } from '@mare/domain/approvals/two-person-rule.ts';
import { personOfAccount } from '../platform/database/person-of-account.ts';
import type { Platform } from '../platform/platform.ts';

/** The person of an account, which may have been deleted or lost its role. */
export async function findPerson(db: Kysely<DB>, userId: string): Promise<{ personId: string }> {
  return db
    .selectFrom('profiles')
    .select(personOfAccount('profiles').as('personId'))
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
}

/** An admin who can sign in. */
export function findAdmin(db: Kysely<DB>, userId: string, now: Date) {
  return selectAdmins(db, now).where('profiles.id', '=', userId).executeTakeFirst();
}

function selectAdmins(db: Kysely<DB>, now: Date) {
  return db
    .selectFrom('profiles')
    .leftJoin('auth.users', 'auth.users.id', 'profiles.id')
    .select(['profiles.id', 'profiles.adminSince', personOfAccount('profiles').as('personId')])
    .where('profiles.role', '=', 'admin')
    .where('profiles.deletedAt', 'is', null)
    .where((eb) =>
      eb.or([eb('auth.users.bannedUntil', 'is', null), eb('auth.users.bannedUntil', '<=', now)]),
    );
}

/** Admins who can approve requests of this admin, and time from which this admin can approve requests of others. */
export async function findApprovers(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  userId: string,
): Promise<Approvers> {
  const now = clock.now();
  const admins = await selectAdmins(db, now).execute();
  const fromOf = (admin: { adminSince: Date | null } | undefined) =>
    admin?.adminSince ? approvesFrom(admin.adminSince, now) : null;
  const caller = admins.find(({ id }) => id === userId);
  const others = admins.filter(({ personId }) => personId !== caller?.personId);
  const established = others.filter((admin) => admin.adminSince !== null && fromOf(admin) === null);
  const count = (some: typeof admins) => new Set(some.map(({ personId }) => personId)).size;
  return {
    now: count(established),
    later: count(others) - count(established),
    callerFrom: fromOf(caller)?.toISOString() ?? null,
  };
}
