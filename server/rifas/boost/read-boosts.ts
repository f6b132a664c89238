import type { RifaBoost, RifaBoosts } from '@mare/contract/rifas/rifa-boost.ts';
import { comparedWindows, nextBoostFrom, suggestBoost } from '@mare/domain/rifas/live/boost.ts';
import { findLastBoost, listBoosts } from '../../campaigns/boosts/list-boosts.ts';
import { forecastBoost } from '../../campaigns/boosts/start-boost.ts';
import type { Platform } from '../../platform/platform.ts';
import { countSales } from '../live/live.queries.ts';
import { findRifaToBoost } from './boost-rifa.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'config'>;

/** @returns null for a draft */
export async function readBoosts(platform: Deps, rifaId: string): Promise<RifaBoosts | null> {
  const { db, clock, config } = platform;
  const now = clock.now();
  const rifa = await findRifaToBoost(db, rifaId, now);
  if (!rifa) return null;
  const [{ audience, expected }, last, boosts] = await Promise.all([
    forecastBoost(db, platform, rifa),
    findLastBoost(db, rifaId),
    listBoosts(db, rifaId),
  ]);
  const next = last && nextBoostFrom(last);
  return {
    audience,
    expected,
    suggestion: suggestBoost(rifa),
    url: `${config.publicUrl}/r/${rifa.shortCode}`,
    nextFrom: next && next > now ? next.toISOString() : null,
    boosts: await Promise.all(
      boosts.map(async ({ startedAt, createdAt, ...boost }) => ({
        ...boost,
        createdAt: createdAt.toISOString(),
        compared: startedAt && (await compareSales(platform, rifaId, startedAt)),
      })),
    ),
  };
}

async function compareSales(
  { db, clock }: Deps,
  rifaId: string,
  startedAt: Date,
): Promise<RifaBoost['compared']> {
  const { before, after, lengthMs } = comparedWindows(startedAt, clock.now());
  const sales = async ({ from, until }: { from: Date; until: Date }) => {
    const stepMs = Math.max(1, lengthMs);
    const [sold] = await countSales(db, rifaId, { from, until, stepMs });
    return { cotas: sold?.cotas ?? 0, revenueCentavos: sold?.revenueCentavos ?? 0 };
  };
  return { hours: lengthMs / 3_600_000, before: await sales(before), after: await sales(after) };
}
