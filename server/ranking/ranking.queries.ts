import { type Kysely, sql } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { shortName } from '@mare/domain/accounts/short-name.ts';
import type { Period } from '@mare/domain/ranking/periods.ts';

/** Names are shortened. */
export async function listTopByPoints(db: Kysely<DB>, limit: number) {
  const rows = await db
    .selectFrom('profiles')
    .select(['name', 'totalPoints as points'])
    .where('totalPoints', '>', 0)
    .orderBy('totalPoints', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ name, points }) => ({ name: shortName(name), points }));
}

/** Names are shortened. */
export async function listTopReferrers(db: Kysely<DB>, limit: number) {
  const rows = await db
    .selectFrom('profiles')
    .select(['name', 'referralCount as referrals'])
    .where('referralCount', '>', 0)
    .orderBy('referralCount', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ name, referrals }) => ({ name: shortName(name), referrals }));
}

/** Orders are paid within this time, as expired charges become unpayable. Lets the query use the index on `created_at`. */
const LATEST_PAYMENT_MS = 2 * 86_400_000;

/** Payments and referrals of a period, of all users or one. */
const scoringEvents = ({ startsAt, endsAt }: Period, userId: string | null) => sql`
  select user_id, total_amount - returned_amount as spent, 0 as referred, paid_at as at from orders
   where created_at >= ${new Date(startsAt.getTime() - LATEST_PAYMENT_MS)} and created_at < ${endsAt}
     and paid_at >= ${startsAt} and paid_at < ${endsAt} and status = 'paid'
     ${userId === null ? sql`` : sql`and user_id = ${userId}`}
  union all
  select referrer_id, 0, 1, created_at from referrals
   where created_at >= ${startsAt} and created_at < ${endsAt}
     ${userId === null ? sql`` : sql`and referrer_id = ${userId}`}`;

export interface RankedPerson {
  userId: string;
  name: string | null;
  email: string | null;
  points: number;
}

/**
 * Ranking of a period by points; ties go to who reached them first. Excludes staff.
 */
export async function selectRanking(db: Kysely<DB>, period: Period, limit: number): Promise<RankedPerson[]> {
  const { rows } = await sql<RankedPerson>`
    with leaders as (
      select user_id, points_of(sum(spent), sum(referred)::int) as points, max(at) as since
      from (${scoringEvents(period, null)}) as events
      where not exists (select from profiles where profiles.id = events.user_id and role <> 'buyer')
      group by user_id
      order by points desc, since, user_id
      limit ${limit}
    )
    select leaders.user_id, profiles.name, profiles.email, leaders.points
    from leaders join profiles on profiles.id = leaders.user_id
    where leaders.points > 0
    order by leaders.points desc, leaders.since, leaders.user_id`.execute(db);
  return rows;
}

/** Points of one user in a period. */
export async function sumPoints(db: Kysely<DB>, period: Period, userId: string): Promise<number> {
  const { rows } = await sql<{ points: number }>`
    select points_of(coalesce(sum(spent), 0), coalesce(sum(referred), 0)::int) as points
    from (${scoringEvents(period, userId)}) as events`.execute(db);
  return rows[0]!.points;
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

/** Winners of the latest ended period of a kind. Names are shortened. */
export async function listLastWinners(db: Kysely<DB>, kind: Period['kind']) {
  const rows = await db
    .selectFrom('rankingWinners as winner')
    .leftJoin('profiles', 'profiles.id', 'winner.userId')
    .select(['winner.place', 'winner.points', 'winner.prize', 'profiles.name'])
    .where('winner.kind', '=', kind)
    .where('winner.startsAt', '=', (eb) =>
      eb.selectFrom('rankingWinners').select(eb.fn.max('startsAt').as('latest')).where('kind', '=', kind),
    )
    .orderBy('winner.place')
    .execute();
  return rows.map(({ name, ...row }) => ({ ...row, name: shortName(name) }));
}
