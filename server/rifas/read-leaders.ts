/** Who leads in a rifa: the buyers of the day and of the week, and the highest and lowest cota of a window of time. */
import { sql } from 'kysely';
import type { Leaders } from '@mare/contract/rifas/rifas.ts';
import type { Database } from '@mare/database/connect.ts';
import { dateInMaceio } from '@mare/domain/maceio-time.ts';
import { shortName } from '@mare/domain/accounts/short-name.ts';
import type { Platform } from '../platform/platform.ts';

const READ_EVERY_MS = 30_000;
const RIFAS_KEPT = 500;
const BUYERS_SHOWN = 5;
const WEEK_MS = 7 * 86_400_000;

/** Every visitor of a rifa asks; the database is asked once in a while. */
const latest = new WeakMap<Database, Map<string, { readAt: number; leaders: Promise<Leaders> }>>();

/** At most 30 seconds old. Empty for a rifa that shows none. */
export function readLeaders({ db, clock }: Pick<Platform, 'db' | 'clock'>, rifaId: string): Promise<Leaders> {
  const now = clock.now();
  const kept = latest.get(db) ?? new Map<string, { readAt: number; leaders: Promise<Leaders> }>();
  latest.set(db, kept);
  const known = kept.get(rifaId);
  if (known && now.getTime() - known.readAt < READ_EVERY_MS) return known.leaders;
  const leaders = read(db, rifaId, now);
  kept.delete(rifaId);
  kept.set(rifaId, { readAt: now.getTime(), leaders });
  if (kept.size > RIFAS_KEPT) kept.delete(kept.keys().next().value!);
  leaders.catch(() => kept.delete(rifaId));
  return leaders;
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
  const today = new Date(`${dateInMaceio(now)}T00:00:00-03:00`);
  const [day, week, lowest, highest] = await Promise.all([
    showBuyers ? topBuyers(db, rifaId, today) : [],
    showBuyers ? topBuyers(db, rifaId, new Date(now.getTime() - WEEK_MS)) : [],
    from && to ? extreme(db, rifaId, { from, to, side: 'lowest' }) : null,
    from && to ? extreme(db, rifaId, { from, to, side: 'highest' }) : null,
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

async function extreme(
  db: Database,
  rifaId: string,
  { from, to, side }: { from: Date; to: Date; side: 'lowest' | 'highest' },
) {
  const pick = side === 'lowest' ? sql`min(n)` : sql`max(n)`;
  const order = side === 'lowest' ? sql`asc` : sql`desc`;
  const { rows } = await sql<{ name: string | null; number: number }>`
    select p.name, (select ${pick} from unnest(i.selected_numbers) as n) as number
    from order_items i
    join orders o on o.id = i.order_id
    join profiles p on p.id = o.user_id
    where i.rifa_id = ${rifaId} and o.status = 'paid' and o.paid_at >= ${from} and o.paid_at < ${to}
    order by number ${order} limit 1`.execute(db);
  const found = rows[0];
  return found ? { number: found.number, name: shortName(found.name) } : null;
}
