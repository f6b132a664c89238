import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { shortName } from '@mare/domain/accounts/names/short-name.ts';
import { numericFromCentavos } from '@mare/database/money.ts';
import { LATEST_PAYMENT_MS } from '@mare/domain/orders/hold.ts';
import { type Period, PERIODS } from '@mare/domain/ranking/periods.ts';

const TOTALS = {
  points: { column: sql`total_points`, sum: sql`points_of(sum(total_spent), sum(referral_count)::int)` },
  referrals: { column: sql`referral_count`, sum: sql`sum(referral_count)::int` },
};

/**
 * Persons by a total of all their accounts, without deleted accounts and people who are hidden from rankings. Names
 * are shortened. An index gives the leading accounts; the few persons with several accounts are summed one by one.
 */
async function listTop(db: Kysely<DB>, total: keyof typeof TOTALS, limit: number) {
  const { column, sum } = TOTALS[total];
  const { rows } = await sql<{ name: string | null; total: number }>`
    with candidates as (
      (select person_id from profiles
        where ${column} > 0 and not hidden_from_rankings and deleted_at is null
        order by ${column} desc, id limit ${limit})
      union
      select person_id from profiles where person_id <> id
    )
    select (array_agg(name order by ${column} desc, id))[1] as name, ${sum} as total
    from profiles join candidates using (person_id)
    where not hidden_from_rankings and deleted_at is null
    group by person_id having ${sum} > 0
    order by total desc, person_id limit ${limit}`.execute(db);
  return rows.map((row) => ({ name: shortName(row.name), total: row.total }));
}

export async function listTopByPoints(db: Kysely<DB>, limit: number) {
  return (await listTop(db, 'points', limit)).map(({ name, total }) => ({ name, points: total }));
}

export async function listTopReferrers(db: Kysely<DB>, limit: number) {
  return (await listTop(db, 'referrals', limit)).map(({ name, total }) => ({ name, referrals: total }));
}

/** Payments and referrals of a period, of all users or some. */
const scoringEvents = ({ startsAt, endsAt }: Period, userIds: readonly string[] | null) => sql`
  select user_id, total_amount - returned_amount as spent, 0 as referred, paid_at as at from orders
   where created_at >= ${new Date(startsAt.getTime() - LATEST_PAYMENT_MS)} and created_at < ${endsAt}
     and paid_at >= ${startsAt} and paid_at < ${endsAt} and status = 'paid'
     ${userIds === null ? sql`` : sql`and user_id = any(${userIds}::uuid[])`}
  union all
  select referrer_id, 0, 1, created_at from referrals
   where created_at >= ${startsAt} and created_at < ${endsAt}
     ${userIds === null ? sql`` : sql`and referrer_id = any(${userIds}::uuid[])`}`;

export interface RankedPerson {
  userId: string;
  name: string | null;
  email: string | null;
  points: number;
}

/**
 * Persons by points, whatever their accounts; ties go to the person who reached the points first. Without staff and
 * deleted accounts, without who chose not to be listed, and without persons in a pause or self-exclusion at `now`.
 */
export async function selectRanking(
  db: Kysely<DB>,
  period: Period,
  limit: number,
  now: Date,
): Promise<RankedPerson[]> {
  // Only for candidates, who are few: events of a person in their order.
  const inOrder = sql`over (partition by leaders.person_id order by events.at)`;
  const { rows } = await sql<RankedPerson>`
    with buyers as (
      select user_id, sum(spent) as spent, sum(referred) as referred
      from (${scoringEvents(period, null)}) as events group by user_id
    ), leaders as (
      select person_id, array_agg(buyers.user_id order by buyers.spent desc, buyers.user_id) as accounts,
        ${pointsOf(period, sql`sum(buyers.spent)`, sql`sum(referred)`)} as points
      from buyers join profiles on profiles.id = buyers.user_id
      left join own_limits on own_limits.user_id = profiles.person_id
      where role = 'buyer' and not hidden_from_rankings and deleted_at is null
        and coalesce(greatest(own_limits.paused_until, own_limits.excluded_until) <= ${now}, true)
      group by person_id
      order by points desc
      fetch first ${limit} rows with ties
    ), running as (
      select leaders.person_id, events.at,
        ${pointsOf(period, sql`sum(events.spent) ${inOrder}`, sql`sum(events.referred) ${inOrder}`)} as points
      from leaders cross join lateral unnest(leaders.accounts) as account(id)
      join (${scoringEvents(period, null)}) as events on events.user_id = account.id
      where leaders.points > 0
    )
    select profiles.id as user_id, profiles.name, profiles.email, leaders.points
    from leaders
    join (select person_id, points, min(at) as since from running group by person_id, points) as reached
      using (person_id, points)
    join profiles on profiles.id = leaders.accounts[1]
    order by leaders.points desc, reached.since, profiles.id
    limit ${limit}`.execute(db);
  return rows;
}

/** Points of a period for money spent, up to the cap of its kind, and people referred. */
const pointsOf = ({ kind }: Period, spent: RawBuilder<unknown>, referred: RawBuilder<unknown>) =>
  sql`points_of(least(${spent}, ${numericFromCentavos(PERIODS[kind].cappedAtCentavos)}::numeric), (${referred})::int)`;

/** Number of recent weeks with a purchase, by person. Names are shortened. */
export async function listLoyal(
  db: Kysely<DB>,
  limit: number,
  since: Date,
): Promise<{ name: string; weeks: number }[]> {
  const { rows } = await sql<{ name: string | null; weeks: number }>`
    select (array_agg(profiles.name order by profiles.id))[1] as name, count(distinct week)::int as weeks
    from (select distinct user_id, date_trunc('week', paid_at at time zone 'America/Maceio') as week from orders
      where created_at >= ${since} and status = 'paid') as paid
    join profiles on profiles.id = paid.user_id
    where role = 'buyer' and not hidden_from_rankings and deleted_at is null
    group by person_id order by weeks desc, person_id limit ${limit}`.execute(db);
  return rows.map(({ name, weeks }) => ({ name: shortName(name), weeks }));
}

/** Prizes that were drawn or found, by person. Depends on luck only. Names are shortened. */
export async function listLucky(db: Kysely<DB>, limit: number): Promise<{ name: string; prizes: number }[]> {
  const { rows } = await sql<{ name: string | null; prizes: number }>`
    select (array_agg(profiles.name order by profiles.id))[1] as name, count(*)::int as prizes
    from (select user_id from rifa_winners where user_id is not null
      union all select user_id from instant_prizes where user_id is not null and voided_at is null) as won
    join profiles on profiles.id = won.user_id
    where role = 'buyer' and not hidden_from_rankings and deleted_at is null
    group by person_id order by prizes desc, person_id limit ${limit}`.execute(db);
  return rows.map(({ name, prizes }) => ({ name: shortName(name), prizes }));
}

/** Points of one person's accounts in a period. */
export async function sumPoints(db: Kysely<DB>, period: Period, userIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ points: number }>`
    select ${pointsOf(period, sql`coalesce(sum(spent), 0)`, sql`coalesce(sum(referred), 0)`)} as points
    from (${scoringEvents(period, userIds)}) as events`.execute(db);
  return rows[0]!.points;
}

/** Points of persons in a period, of all their accounts. Persons without a payment or referral in it are missing. */
export async function sumPointsByPerson(
  db: Kysely<DB>,
  period: Period,
  personIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ personId: string; points: number }>`
    select person_id, ${pointsOf(period, sql`sum(spent)`, sql`sum(referred)`)} as points
    from ${await eventsOfPersons(db, period, personIds)} group by person_id`.execute(db);
  return new Map(rows.map(({ personId, points }) => [personId, points]));
}

/** Money paid and people referred in a period by persons, with all their accounts. Those without any are missing. */
export async function sumEventsByPerson(
  db: Kysely<DB>,
  period: Period,
  personIds: readonly string[],
): Promise<Map<string, { spent: string; referred: number }>> {
  const { rows } = await sql<{ personId: string; spent: string; referred: number }>`
    select person_id, sum(spent) as spent, sum(referred)::integer as referred
    from ${await eventsOfPersons(db, period, personIds)} group by person_id`.execute(db);
  return new Map(rows.map(({ personId, ...sums }) => [personId, sums]));
}

/** Scoring events of all accounts of persons, with their profiles. */
async function eventsOfPersons(db: Kysely<DB>, period: Period, personIds: readonly string[]) {
  const accounts = await db
    .selectFrom('profiles')
    .select('id')
    .where('personId', '=', sql<string>`any(${personIds}::uuid[])`)
    .execute();
  const events = scoringEvents(
    period,
    accounts.map(({ id }) => id),
  );
  return sql`(${events}) as events join profiles on profiles.id = events.user_id`;
}

/** Totals of all accounts of this account's person. */
export async function selectPersonTotals(db: Kysely<DB>, userId: string) {
  const { rows } = await sql<{ accounts: string[]; points: number; referrals: number; hidden: boolean }>`
    select array_agg(id) as accounts, points_of(sum(total_spent), sum(referral_count)::int) as points,
      sum(referral_count)::int as referrals, bool_or(hidden_from_rankings) as hidden
    from profiles
    where person_id = (select person_id from profiles where id = ${userId}) and deleted_at is null
    group by person_id`.execute(db);
  return rows[0] ?? { accounts: [userId], points: 0, referrals: 0, hidden: false };
}

/** Prizes fixed for a running period; empty without prizes. */
export async function findPromisedPrizes(db: Kysely<DB>, { kind, startsAt }: Period): Promise<string[]> {
  const row = await db
    .selectFrom('rankingPeriods')
    .select('prizes')
    .where('kind', '=', kind)
    .where('startsAt', '=', startsAt)
    .executeTakeFirst();
  return row?.prizes ?? [];
}

/**
 * Winners of the latest ended period of a kind. Names are shortened; a winner who has left the rankings or deleted the
 * account since is listed without one.
 */
export async function listLastWinners(db: Kysely<DB>, kind: Period['kind']) {
  const rows = await db
    .selectFrom('rankingWinners as winner')
    .leftJoin('profiles', 'profiles.id', 'winner.userId')
    .select(['winner.place', 'winner.points', 'winner.prize'])
    .select(
      sql<string | null>`case when not hidden_from_rankings and deleted_at is null then profiles.name end`.as(
        'name',
      ),
    )
    .where('winner.kind', '=', kind)
    .where('winner.reassignedAt', 'is', null)
    .where('winner.startsAt', '=', (eb) =>
      eb.selectFrom('rankingWinners').select(eb.fn.max('startsAt').as('latest')).where('kind', '=', kind),
    )
    .orderBy('winner.place')
    .execute();
  return rows.map(({ name, ...row }) => ({ ...row, name: shortName(name) }));
}
