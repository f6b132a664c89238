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

/** The stricter limit applies. */
export async function mergeOwnLimits(trx: Transaction<DB>, id: string, formerId: string): Promise<void> {
  await sql`
    update own_limits as mine set
      monthly_limit = least(mine.monthly_limit, theirs.monthly_limit),
      next_monthly_limit = null, next_limit_from = null,
      paused_until = greatest(mine.paused_until, theirs.paused_until),
      excluded_until = greatest(mine.excluded_until, theirs.excluded_until)
    from own_limits as theirs where mine.user_id = ${id} and theirs.user_id = ${formerId}`.execute(trx);
  const mine = await trx.selectFrom('ownLimits').select('userId').where('userId', '=', id).executeTakeFirst();
  if (mine) await trx.deleteFrom('ownLimits').where('userId', '=', formerId).execute();
  else await trx.updateTable('ownLimits').set({ userId: id }).where('userId', '=', formerId).execute();
}

/** Removes every way to sign in. */
export async function closeAccount(trx: Transaction<DB>, formerId: string, now: Date): Promise<void> {
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
