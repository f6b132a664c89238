import type { Database } from '@mare/database/connect.ts';
import { shortName } from '@mare/domain/accounts/short-name.ts';

/** Those with the most points, names shortened. */
export async function listTopByPoints(db: Database, limit: number) {
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

/** Those who brought the most people, names shortened. */
export async function listTopReferrers(db: Database, limit: number) {
  const rows = await db
    .selectFrom('referrals')
    .innerJoin('profiles', 'profiles.id', 'referrals.referrerId')
    .select((eb) => ['profiles.name', eb.fn.countAll<number>().as('referrals')])
    .groupBy('profiles.id')
    .orderBy('referrals', 'desc')
    .orderBy('profiles.id')
    .limit(limit)
    .execute();
  return rows.map(({ name, referrals }) => ({ name: shortName(name), referrals }));
}
