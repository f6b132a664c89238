import type pg from 'pg';
import type { Profile } from '@mare/contract/accounts/accounts.ts';
import type { Principal } from '../../platform/http/api.ts';

export async function findProfile(
  pool: pg.Pool,
  { userId, role }: Pick<Principal, 'userId' | 'role'>,
): Promise<Profile | null> {
  const { rows } = await pool.query<Omit<Profile, 'needsSecondFactor'>>({
    name: 'profile',
    // The day as text: a date has no time zone.
    text: `select id, name, email, phone, cpf, city, state, role, birth_date::text as "birthDate"
           from profiles where id = $1`,
    values: [userId],
  });
  const [row] = rows;
  return row ? { ...row, needsSecondFactor: row.role !== role } : null;
}
