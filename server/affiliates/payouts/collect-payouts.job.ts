/**
 * On the 15th creates a payout per affiliate and partner for admin approval. Runs daily to make up for a missed 15th;
 * each month is collected once.
 */
import { sql } from 'kysely';
import { latestPayout, MINIMUM_PAYOUT_CENTAVOS, type PayoutPeriod } from '@mare/domain/affiliates/payout.ts';
import { isDue } from './due-commissions.queries.ts';
import { readHoldDays } from './read-hold-days.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Platform } from '../../platform/platform.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'random' | 'config'>;

export const collectPayoutsJob = defineJob(
  'collect-payouts',
  // 09:00 in Maceió.
  { cron: '0 12 * * *' },
  async (platform: Deps) => void (await collectPayouts(platform)),
);

/** Beneficiaries in one transaction. */
const AT_ONCE = 100;

/** @returns payouts created */
export async function collectPayouts(platform: Deps): Promise<number> {
  const period = latestPayout(platform.clock.now(), await readHoldDays(platform));
  const affiliates = await collectInBatches(
    (after) =>
      platform.db
        .selectFrom('affiliateCommissions')
        .select('affiliateId as id')
        .distinct()
        .where('payoutId', 'is', null)
        // A restored commission becomes due with its sale, which may belong to an earlier payout.
        .where((eb) =>
          eb.or([
            eb.and([eb('kind', '=', 'sale'), eb('confirmedAt', '<', period.endsBefore)]),
            eb('kind', '=', 'restored'),
          ]),
        )
        .$if(after !== null, (query) => query.where('affiliateId', '>', after!))
        .orderBy('affiliateId')
        .limit(AT_ONCE)
        .execute(),
    (ids) => collectForAffiliates(platform, ids, period),
  );
  const partners = await collectInBatches(
    (after) =>
      platform.db
        .selectFrom('serviceVouchers')
        .select('partnerId as id')
        .distinct()
        .where('status', '=', 'validated')
        .where('payoutId', 'is', null)
        .where('validatedAt', '<', period.startsAt)
        .$if(after !== null, (query) => query.where('partnerId', '>', after!))
        .orderBy('partnerId')
        .limit(AT_ONCE)
        .execute(),
    (ids) => collectForPartners(platform, ids, period),
  );
  return affiliates + partners;
}

async function collectInBatches(
  findAfter: (id: string | null) => Promise<{ id: string }[]>,
  collect: (ids: string[]) => Promise<number>,
): Promise<number> {
  let created = 0;
  for (let after: string | null = null; ;) {
    const ids: string[] = (await findAfter(after)).map(({ id }) => id);
    if (ids.length > 0) created += await collect(ids);
    if (ids.length < AT_ONCE) return created;
    after = ids.at(-1)!;
  }
}

/**
 * One statement, so that a commission is added up only if it is also assigned. It runs after the locks, so that it
 * reads the reversals that they waited for.
 * @returns payouts created
 */
function collectForAffiliates(
  platform: Deps,
  ids: readonly string[],
  { period, endsBefore }: PayoutPeriod,
): Promise<number> {
  return inTransaction(platform.db, async (trx) => {
    await sql`select from affiliates where id = any (${ids}::uuid[]) order by id for update`.execute(trx);
    const { rows } = await sql<{ made: number }>`
    with due as (
      select commission.id, commission.affiliate_id, commission.commission_amount as amount
      from affiliate_commissions commission join orders on orders.id = commission.order_id
      where commission.affiliate_id = any (${ids}::uuid[]) and ${isDue(endsBefore)}
      order by commission.id
      for update of commission
    ), made as (
      insert into payouts (id, affiliate_id, period, amount, created_at)
      select ${newIds(platform, ids)}, total.* from (
        select affiliate_id, ${period}::date, sum(amount), ${platform.clock.now()}::timestamptz from due
        group by affiliate_id having sum(amount) * 100 >= ${MINIMUM_PAYOUT_CENTAVOS}
      ) as total
      on conflict (affiliate_id, period) do nothing
      returning id, affiliate_id
    ), assigned as (
      update affiliate_commissions set payout_id = made.id from due, made
      where affiliate_commissions.id = due.id and made.affiliate_id = due.affiliate_id
    )
    select count(*)::integer as made from made`.execute(trx);
    return rows[0]!.made;
  });
}

/** Collects payouts of partners; they have no minimum. */
async function collectForPartners(
  platform: Deps,
  ids: readonly string[],
  { period, startsAt }: PayoutPeriod,
): Promise<number> {
  const { rows } = await sql<{ made: number }>`
    with due as (
      select id, partner_id, commission_amount as amount from service_vouchers
      where partner_id = any (${ids}::uuid[]) and status = 'validated' and payout_id is null and validated_at < ${startsAt}
      order by id
      for update
    ), made as (
      insert into payouts (id, partner_id, period, amount, created_at)
      select ${newIds(platform, ids)}, total.* from (
        select partner_id, ${period}::date, sum(amount), ${platform.clock.now()}::timestamptz from due
        group by partner_id having sum(amount) <> 0
      ) as total
      on conflict (partner_id, period) do nothing
      returning id, partner_id
    ), assigned as (
      update service_vouchers set payout_id = made.id from due, made
      where service_vouchers.id = due.id and made.partner_id = due.partner_id
    )
    select count(*)::integer as made from made`.execute(platform.db);
  return rows[0]!.made;
}

/** SQL expression with a new id for each row, for up to as many rows as `of` has. */
function newIds({ random }: Deps, of: readonly string[]) {
  return sql`(${of.map(() => random.uuid())}::uuid[])[row_number() over ()]`;
}
