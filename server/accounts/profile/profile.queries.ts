import { sql } from 'kysely';
import type { Profile } from '@mare/contract/accounts/accounts.ts';
import type { Database } from '@mare/database/connect.ts';
import type { Principal } from '../../platform/http/api.ts';

export async function findProfile(
  db: Database,
  { userId, role }: Pick<Principal, 'userId' | 'role'>,
): Promise<Profile | null> {
  const row = await db
    .selectFrom('profiles')
    .select(['id', 'name', 'email', 'phone', 'cpf', 'city', 'state', 'role'])
    // As text: a date has no time zone.
    .select(sql<string | null>`birth_date::text`.as('birthDate'))
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!row) return null;
  return { ...row, role: row.role as Profile['role'], needsSecondFactor: row.role !== role };
}
