import { PERIOD_KINDS, periodAt } from '@mare/domain/ranking/periods.ts';
import type { Platform } from '../platform/platform.ts';
import { sumPoints } from './ranking.queries.ts';

/** A user's points in total, and of the current day, week and month. */
export async function readOwnPoints({ db, clock }: Pick<Platform, 'db' | 'clock'>, userId: string) {
  const now = clock.now();
  const [profile, periods] = await Promise.all([
    db
      .selectFrom('profiles')
      .select(['totalPoints as points', 'referralCount as referrals', 'hiddenFromRankings as hidden'])
      .where('id', '=', userId)
      .executeTakeFirst(),
    Promise.all(
      PERIOD_KINDS.map(async (kind) => ({ kind, points: await sumPoints(db, periodAt(kind, now), userId) })),
    ),
  ]);
  const { points = 0, referrals = 0, hidden = false } = profile ?? {};
  return { points, referrals, hidden, periods };
}
