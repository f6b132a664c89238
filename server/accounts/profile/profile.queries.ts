import { sql } from 'kysely';
import type { Profile } from '@mare/contract/accounts.ts';
import type { Database } from '@mare/database/connect.ts';

export async function findProfile(db: Database, userId: string): Promise<Profile | null> {
  const row = await db
    .selectFrom('profiles')
    .select(['id', 'name', 'email', 'phone', 'cpf', 'city', 'state', 'role'])
    // As text: a date has no time zone to be read in.
    .select(sql<string | null>`birth_date::text`.as('birthDate'))
    .where('id', '=', userId)
    .executeTakeFirst();
  return row ? { ...row, role: row.role as Profile['role'] } : null;
}
