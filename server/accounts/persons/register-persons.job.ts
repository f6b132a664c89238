import { sql } from 'kysely';
import { inTransaction } from '../../platform/database/transaction.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import type { Platform } from '../../platform/platform.ts';
import { claimPersonWithin } from './claim-person.ts';
import { joinPersons } from './join-persons.ts';
import { personHasherOf } from './person-hash.ts';
import { findPersonByCpf } from './persons.queries.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'config' | 'caches' | 'log' | 'jobs'>;

const BATCH = 500;
/**
 * A person is kept for this long after its last account is deleted, so that a new account does not reset the monthly
 * limit.
 */
const KEPT_DAYS = 31;

/**
 * Confirms the CPFs of profiles that are older than the register of persons, hashes again after a key was replaced, and
 * deletes persons without an account once no limit refers to them.
 */
export const registerPersonsJob = defineJob(
  'register-persons',
  { cron: '20 * * * *' },
  async (platform: Deps) => {
    let last: string | undefined;
    do last = await registerBatch(platform, last);
    while (last);
    await deletePersonsWithoutAccount(platform);
  },
);

async function registerBatch(platform: Deps, after: string | undefined): Promise<string | undefined> {
  const { keyId } = personHasherOf(platform);
  const accounts = await platform.db
    .selectFrom('profiles')
    .leftJoin('persons', 'persons.id', 'profiles.personId')
    .select(['profiles.id', 'profiles.cpf'])
    .where('profiles.cpf', 'is not', null)
    .where('profiles.deletedAt', 'is', null)
    .where((eb) => eb.or([eb('persons.id', 'is', null), eb('persons.keyId', '<>', keyId)]))
    .$if(after !== undefined, (query) => query.where('profiles.id', '>', after!))
    .orderBy('profiles.id')
    .limit(BATCH)
    .execute();
  for (const { id, cpf } of accounts) await register(platform, id, cpf!);
  return accounts.length === BATCH ? accounts.at(-1)!.id : undefined;
}

/** Before CPFs were unique per person, several accounts could have the same one: joins them. */
function register(platform: Deps, userId: string, cpf: string): Promise<void> {
  return inTransaction(platform.db, async (trx) => {
    const claimed = await claimPersonWithin(trx, platform, userId, cpf);
    if (claimed.ok) return;
    const holder =
      claimed.reason === 'other_account'
        ? await findPersonByCpf(trx, personHasherOf(platform).cpf(cpf))
        : null;
    if (!holder) return platform.log.warn({ userId }, 'profile with another CPF than its person');
    const { personId } = await trx
      .selectFrom('profiles')
      .select('personId')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    await joinPersons(trx, platform, holder.id, personId ?? userId);
  });
}

async function deletePersonsWithoutAccount({ db, clock }: Deps): Promise<void> {
  const now = clock.now();
  const deletedBefore = new Date(now.getTime() - KEPT_DAYS * 86_400_000);
  const isForgotten = sql<boolean>`
    not exists (select from profiles where person_id = forgotten.id
      and (deleted_at is null or deleted_at > ${deletedBefore}))
    and exists (select from profiles where id = forgotten.id and deleted_at <= ${deletedBefore})
    and not exists (select from own_limits where user_id = forgotten.id
      and greatest(paused_until, excluded_until) > ${now})
    and not exists (select from coupon_claims join coupons on coupons.code = coupon_claims.coupon_code
      where coupon_claims.person_id = forgotten.id and coalesce(coupons.expires_at > ${now}, true))`;
  await sql`delete from persons as forgotten where ${isForgotten}`.execute(db);
  await sql`
    delete from own_limits using profiles as forgotten where own_limits.user_id = forgotten.id and ${isForgotten}`.execute(
    db,
  );
}
