/** Leaders of a rifa: top buyers of the day and week, and the highest and lowest cota paid in a time window. */
import type { Leaders } from '@mare/contract/rifas/shop-stats.ts';
import type { Database } from '@mare/database/connection/connect.ts';
import { midnightInMaceio } from '@mare/domain/time/maceio-time.ts';
import { shortName } from '@mare/domain/accounts/names/short-name.ts';
import { defineCache } from '../../platform/caching/caches.ts';
import type { Platform } from '../../platform/platform.ts';
import { createTimedCache } from '../../platform/caching/timed-cache.ts';
import { findHighestOrLowest } from './highest-lowest.queries.ts';

const CACHED_MS = 30_000;
const MAX_CACHED_RIFAS = 500;
const BUYERS_SHOWN = 5;
const WEEK_MS = 7 * 86_400_000;

/** Cached by rifa, because every visitor of a rifa requests its leaders. */
const leadersCache = defineCache(() => createTimedCache<Leaders>(CACHED_MS, MAX_CACHED_RIFAS));

/** Cached for up to 30 seconds. Empty for a rifa that shows none. */
export function readLeaders(
  platform: Pick<Platform, 'db' | 'caches' | 'clock'>,
  rifaId: string,
): Promise<Leaders> {
  const now = platform.clock.now();
  return leadersCache(platform).get(rifaId, now, () => read(platform.db, rifaId, now));
}

async function read(db: Database, rifaId: string, now: Date): Promise<Leaders> {
  const rifa = await db
    .selectFrom('rifas')
    .select(['showBuyers', 'extremesPrize', 'extremesFrom', 'extremesTo'])
    .where('id', '=', rifaId)
    .where('publishedAt', 'is not', null)
    .executeTakeFirst();
  if (!rifa) return { buyers: null, extremes: null };
  const { showBuyers, extremesPrize: prize, extremesFrom: from, extremesTo: to } = rifa;
  const today = midnightInMaceio(now);
  const [day, week, lowest, highest] = await Promise.all([
    showBuyers ? topBuyers(db, rifaId, today) : [],
    showBuyers ? topBuyers(db, rifaId, new Date(now.getTime() - WEEK_MS)) : [],
    from && to ? shownExtreme(db, rifaId, { from, to, side: 'lowest' }) : null,
    from && to ? shownExtreme(db, rifaId, { from, to, side: 'highest' }) : null,
  ]);
  return {
    buyers: showBuyers ? { day, week } : null,
    extremes:
      prize && from && to ? { prize, from: from.toISOString(), to: to.toISOString(), lowest, highest } : null,
  };
}

async function topBuyers(db: Database, rifaId: string, since: Date) {
  const rows = await db
    .selectFrom('orderItems')
    .innerJoin('orders', 'orders.id', 'orderItems.orderId')
    .innerJoin('profiles', 'profiles.id', 'orders.userId')
    .select((eb) => ['profiles.name', eb.fn.sum<number>('orderItems.quantity').as('cotas')])
    .where('orderItems.rifaId', '=', rifaId)
    .where('orders.status', '=', 'paid')
    .where('orders.paidAt', '>=', since)
    .groupBy('profiles.id')
    .orderBy('cotas', 'desc')
    .orderBy((eb) => eb.fn.min('orders.paidAt'))
    .limit(BUYERS_SHOWN)
    .execute();
  return rows.map(({ name, cotas }) => ({ name: shortName(name), cotas }));
}

async function shownExtreme(...args: Parameters<typeof findHighestOrLowest>) {
  const found = await findHighestOrLowest(...args);
  return found && { number: found.number, name: shortName(found.name) };
}
