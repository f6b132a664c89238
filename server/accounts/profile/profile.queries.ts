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
    text: `select profiles.id, name, coalesce(profiles.email, express.email) as email, profiles.phone, cpf, city, state,
             profiles.role, birth_date::text as "birthDate", person.password_hash is not null as "hasPassword",
             case when express.user_id is not null and person.email is null
               then case when express.confirmed_at is null then 'none' else 'phone' end else 'email' end as access
           from profiles join auth.users as person on person.id = profiles.id
           left join express_accounts as express on express.user_id = profiles.id where profiles.id = $1`,
    values: [userId],
  });
  const [row] = rows;
  return row ? { ...row, needsSecondFactor: row.role !== role } : null;
}
