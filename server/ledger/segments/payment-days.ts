/**
 * Sums of the stored payments by day. Triggers record what each statement changes (database/migrations/0920_payment_days.sql),
 * so that `payment_days` and `payment_changes` together are exact in every snapshot, also while others write.
 */
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database } from '@mare/database/connection/connect.ts';
import type { DB } from '@mare/database/schema.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { type SegmentPolicy, shareOfPass } from './close-segments.ts';

/** Centavos that providers hold, and those of them that belong to buyers. */
export interface PaymentSums {
  held: number;
  owed: number;
}

const HELD = sql`payment_held(provider, disposition, state, amount, refunded)`;
const OWED = sql`payment_owed(disposition, state, amount, refunded)`;
const DIGEST = sql`payment_digest(provider, payment_id, order_id, disposition, state, currency, amount, refunded)`;
const DAY = sql`(created_at at time zone 'UTC')::date`;

/** Rows of day, held, owed and digest. */
const selectDays = (where: RawBuilder<unknown> = sql`true`) => sql`
  select ${DAY} as day, sum(${HELD})::bigint as held, sum(${OWED})::bigint as owed, sum(${DIGEST}) as digest
  from provider_payments where ${where} group by 1`;

/** Reads every payment. */
export async function sumPayments(db: Database): Promise<PaymentSums> {
  const { rows } = await sql<PaymentSums>`
    select coalesce(sum(${HELD}), 0)::bigint as held, coalesce(sum(${OWED}), 0)::bigint as owed
    from provider_payments`.execute(db);
  return rows[0]!;
}

/** Reads the sums of the days, and the changes since the last check. */
export async function sumPaymentDays(db: Database): Promise<PaymentSums> {
  if (!(await hasDays(db))) return sumPayments(db);
  const { rows } = await sql<PaymentSums>`
    select coalesce(sum(held), 0)::bigint as held, coalesce(sum(owed), 0)::bigint as owed
    from (select held, owed from payment_days union all select held, owed from payment_changes) as summed`.execute(
    db,
  );
  return rows[0]!;
}

async function hasDays(db: Kysely<DB>): Promise<boolean> {
  return (await db.selectFrom('paymentDays').select('day').limit(1).executeTakeFirst()) !== undefined;
}

/** Adds the recorded changes to the days. The first time all payments are summed. */
export function updatePaymentDays(db: Database, now: Date): Promise<void> {
  return inTransaction(db, async (trx) => {
    await lockDays(trx);
    if (!(await hasDays(trx))) {
      // One statement has one snapshot: a change is either among the payments and deleted here, or in neither.
      await sql`
        with counted as (delete from payment_changes)
        insert into payment_days (day, held, owed, digest, verified_at)
        select summed.*, ${now} from (${selectDays()}) as summed`.execute(trx);
      return;
    }
    await sql`
      with counted as (delete from payment_changes returning day, held, owed, digest)
      insert into payment_days as known (day, held, owed, digest, verified_at)
      select day, sum(held), sum(owed), sum(digest), ${now}::timestamptz from counted group by day
      on conflict (day) do update
        set held = known.held + excluded.held, owed = known.owed + excluded.owed, digest = known.digest + excluded.digest`.execute(
      trx,
    );
    // A payment changed without the triggers may be on a day that has no other payments.
    await sql`
      insert into payment_days (day, held, owed, digest, verified_at)
      select day, 0, 0, 0, ${now} from generate_series(
        date_trunc('day', (select min(created_at) at time zone 'UTC' from provider_payments)), ${now}::timestamptz at time zone 'UTC', '1 day') as day
      on conflict (day) do nothing`.execute(trx);
  });
}

/** Recomputes days: first those that differed, then those that were verified longest ago. */
export async function verifyPaymentDays(db: Database, now: Date, policy: SegmentPolicy): Promise<void> {
  const { count } = await db
    .selectFrom('paymentDays')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const { rows } = await sql<{ day: string }>`
    (select day::text from payment_days where differs_since is not null order by verified_at, day limit ${policy.most})
    union
    (select day::text from payment_days order by verified_at, day limit ${shareOfPass(count, policy)})`.execute(
    db,
  );
  for (const { day } of rows) await inTransaction(db, (trx) => verifyDay(trx, day, now));
}

async function verifyDay(trx: Transaction<DB>, day: string, now: Date): Promise<void> {
  await lockDays(trx);
  const ofDay = sql`created_at >= ${day}::timestamp at time zone 'UTC'
    and created_at < (${day}::timestamp + interval '1 day') at time zone 'UTC'`;
  await sql`
    with found as (${selectDays(ofDay)}), changed as (
      select sum(held) as held, sum(owed) as owed, sum(digest) as digest from payment_changes where day = ${day}::date
    )
    update payment_days as known set verified_at = ${now}, differs_since = case
      when (known.held + coalesce(changed.held, 0), known.owed + coalesce(changed.owed, 0), known.digest + coalesce(changed.digest, 0))
        = (coalesce(found.held, 0), coalesce(found.owed, 0), coalesce(found.digest, 0)) then null
      else coalesce(known.differs_since, ${now}) end
    from changed left join found on true
    where known.day = ${day}::date`.execute(trx);
}

/** Serialises concurrent checks without blocking writes of payments. */
async function lockDays(trx: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('payment days', 12))`.execute(trx);
}
