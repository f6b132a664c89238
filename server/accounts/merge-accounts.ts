/** Merges two accounts of one person: `id` stays, `formerId` is closed. */
import { sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';

/** Fills missing fields of the remaining profile, adds up totals and clears the other one. */
export async function mergeProfiles(
  trx: Transaction<DB>,
  id: string,
  formerId: string,
  now: Date,
): Promise<void> {
  const known = await trx
    .selectFrom('profiles')
    .select(['phone', 'cpf', 'birthDate', 'city', 'state', 'totalOrders', 'totalSpent', 'lastActivityAt'])
    .where('id', '=', formerId)
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('profiles')
    .set({
      name: null,
      email: null,
      phone: null,
      cpf: null,
      birthDate: null,
      city: null,
      state: null,
      totalOrders: 0,
      totalSpent: '0',
      deletedAt: now,
    })
    .where('id', '=', formerId)
    .execute();
  await sql`
    update profiles set
      phone = coalesce(phone, ${known.phone}), cpf = coalesce(cpf, ${known.cpf}),
      birth_date = coalesce(birth_date, ${known.birthDate}::date),
      state = case when city is null then ${known.state} else state end, city = coalesce(city, ${known.city}),
      total_orders = total_orders + ${known.totalOrders}::int,
      total_spent = total_spent + ${known.totalSpent}::numeric,
      last_activity_at = greatest(last_activity_at, ${known.lastActivityAt}::timestamptz)
    where id = ${id}`.execute(trx);
}

/**
 * The stricter of the limits in force applies. Spending claims move: purchases of this moment count for the remaining
 * person.
 */
export async function mergeOwnLimits(
  trx: Transaction<DB>,
  id: string,
  formerId: string,
  now: Date,
): Promise<void> {
  const limitInForce = (of: string) => sql`case when ${sql.ref(`${of}.next_limit_from`)} <= ${now}
    then ${sql.ref(`${of}.next_monthly_limit`)} else ${sql.ref(`${of}.monthly_limit`)} end`;
  await sql`
    insert into own_limits as mine (
      user_id, monthly_limit, next_monthly_limit, next_limit_from, paused_until, excluded_until, updated_at)
    select ${id}::uuid, monthly_limit, next_monthly_limit, next_limit_from, paused_until, excluded_until, updated_at
    from own_limits where user_id = ${formerId}
    on conflict (user_id) do update set
      monthly_limit = least(${limitInForce('mine')}, ${limitInForce('excluded')}),
      next_monthly_limit = null, next_limit_from = null,
      paused_until = greatest(mine.paused_until, excluded.paused_until),
      excluded_until = greatest(mine.excluded_until, excluded.excluded_until)`.execute(trx);
  await trx.updateTable('spendingClaims').set({ userId: id }).where('userId', '=', formerId).execute();
  await trx.deleteFrom('ownLimits').where('userId', '=', formerId).execute();
}

/** Removes every way to sign in. */
export async function closeAccount(trx: Transaction<DB>, formerId: string, now: Date): Promise<void> {
  await trx.deleteFrom('expressAccounts').where('userId', '=', formerId).execute();
  await trx.deleteFrom('auth.sessions').where('userId', '=', formerId).execute();
  await trx.deleteFrom('auth.identities').where('userId', '=', formerId).execute();
  await trx.deleteFrom('auth.mfaFactors').where('userId', '=', formerId).execute();
  await trx.deleteFrom('auth.passkeys').where('userId', '=', formerId).execute();
  await trx.deleteFrom('auth.recoveryCodes').where('userId', '=', formerId).execute();
  await trx.deleteFrom('auth.oneTimeTokens').where('userId', '=', formerId).execute();
  await trx
    .updateTable('auth.users')
    .set({
      email: null,
      phone: null,
      newEmail: null,
      passwordHash: null,
      bannedUntil: new Date('9999-01-01T00:00:00Z'),
      updatedAt: now,
    })
    .where('id', '=', formerId)
    .execute();
}
