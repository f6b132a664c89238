import { sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { findSpendingBlockOfPerson } from '../limits/read-own-limits.ts';
import { spendingBlocked } from '../limits/spending-blocked.ts';
import { mergeOwnLimits } from '../merge-accounts.ts';
import { personsJoined } from './persons-joined.ts';
import type { Platform } from '../../platform/platform.ts';

/**
 * Moves the accounts of person `formerId` to person `id`. The stricter limits apply. Cotas of both count towards a
 * rifa's limit per person: sold cotas stay sold, but no more are sold beyond it. A benefit that either has used
 * counts as used, and a coupon for either is valid for both. A pause or self-exclusion of either cancels the unpaid
 * orders of both, and also blocks a new account with the former's CPF.
 */
export async function joinPersons(
  trx: Transaction<DB>,
  platform: Pick<Platform, 'clock' | 'jobs'>,
  id: string,
  formerId: string,
): Promise<void> {
  if (id === formerId) return;
  await trx
    .selectFrom('profiles')
    .select('id')
    .where('personId', 'in', [id, formerId])
    .orderBy('id')
    .forUpdate()
    .execute();
  await trx.updateTable('profiles').set({ personId: id }).where('personId', '=', formerId).execute();
  await platform.jobs.enqueue(trx, personsJoined, { personId: id });
  await mergeOwnLimits(trx, id, formerId, platform.clock.now());
  const block = await findSpendingBlockOfPerson(trx, platform, id);
  if (block) await platform.jobs.enqueue(trx, spendingBlocked, { personId: id });
  await sql`
    insert into rifa_shares (rifa_id, user_id, cotas, most)
    select rifa_id, ${id}::uuid, cotas, most from rifa_shares where user_id = ${formerId}
    on conflict (rifa_id, user_id) do update set cotas = rifa_shares.cotas + excluded.cotas,
      most = greatest(rifa_shares.most, rifa_shares.cotas + excluded.cotas)`.execute(trx);
  await trx.deleteFrom('rifaShares').where('userId', '=', formerId).execute();
  await sql`
    update coupon_claims as claim set person_id = ${id}, use_no = claim.use_no + coalesce((
      select max(use_no) from coupon_claims own where own.person_id = ${id} and own.coupon_code = claim.coupon_code), 0)
    where person_id = ${formerId}`.execute(trx);
  await sql`
    update coupons set person_ids = array_append(array_remove(array_remove(person_ids, ${formerId}), ${id}), ${id}::uuid)
    where ${formerId} = any (person_ids)`.execute(trx);
  if (block && (await areBothConfirmed(trx, id, formerId))) return copyBlockToFormerPerson(trx, id, formerId);
  // If only the former has a confirmed CPF, the other takes it.
  await sql`
    with former as (delete from persons where id = ${formerId} returning cpf_hash, phone_hash, key_id, confirmed_at)
    insert into persons (id, cpf_hash, phone_hash, key_id, confirmed_at)
    select ${id}::uuid, cpf_hash, phone_hash, key_id, confirmed_at from former
    on conflict do nothing`.execute(trx);
}

async function areBothConfirmed(trx: Transaction<DB>, ...ids: string[]): Promise<boolean> {
  const confirmed = await trx.selectFrom('persons').select('id').where('id', 'in', ids).execute();
  return confirmed.length === ids.length;
}

/**
 * Copies pause and self-exclusion to the former person, who has no account left: a new account with that CPF inherits
 * them.
 */
async function copyBlockToFormerPerson(trx: Transaction<DB>, id: string, formerId: string): Promise<void> {
  await sql`
    insert into own_limits (user_id, paused_until, excluded_until, updated_at)
    select ${formerId}::uuid, paused_until, excluded_until, updated_at from own_limits where user_id = ${id}`.execute(
    trx,
  );
}
