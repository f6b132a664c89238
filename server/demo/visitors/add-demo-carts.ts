import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { demoBuyers } from '@mare/database/seed/demo-people.ts';
import { REMINDER_AFTER_MS } from '@mare/domain/cart/abandonment.ts';
import { numericFromCentavos } from '@mare/database/money.ts';
import { demoRifas } from '@mare/database/seed/demo-rifas.ts';
import type { Clock } from '../../platform/clock.ts';

const HOUR_MS = 3_600_000;
const DAYS = 28;
const RECOVERED = 21;
const LEFT = 68;
const STAGES = ['cart', 'review', 'payment', 'cart', 'cart'];

/** Abandoned carts. A recovered one belongs to the order that its buyer placed and paid afterwards. */
export async function addDemoCarts(trx: Transaction<DB>, clock: Clock): Promise<void> {
  const now = clock.now();
  const bought = await findLaterOrders(trx, new Date(now.getTime() - DAYS * 24 * HOUR_MS));
  const recovered = bought.map(({ createdAt, paidAt, ...line }, at) => ({
    ...line,
    ...abandoned(new Date(createdAt.getTime() - (2 + (at % 20)) * HOUR_MS), at),
    recoveredAt: paidAt,
  }));
  const tracked = new Set(recovered.map(({ userId, rifaId }) => keyOf(userId, rifaId)));
  const onSale = demoRifas.filter(({ status }) => status === 'active');
  const left = demoBuyers.slice(0, LEFT).flatMap(({ id: userId }, at) => {
    const { id: rifaId, priceInCentavos } = onSale[at % onSale.length]!;
    if (tracked.has(keyOf(userId, rifaId))) return [];
    const quantity = 2 + (at % 30);
    return {
      userId,
      rifaId,
      quantity,
      totalAmount: numericFromCentavos(quantity * priceInCentavos),
      ...abandoned(new Date(now.getTime() - (at + 1) * ((DAYS * 24) / LEFT) * HOUR_MS), at),
      recoveredAt: null,
    };
  });
  await trx
    .insertInto('abandonedCartTracking')
    .values([...recovered, ...left])
    .execute();
  await removeBought(trx);
}

const keyOf = (userId: string, rifaId: string) => `${userId} ${rifaId}`;

function abandoned(abandonedAt: Date, at: number) {
  return {
    abandonedAt,
    stage: STAGES[at % STAGES.length]!,
    remindedAt: new Date(abandonedAt.getTime() + REMINDER_AFTER_MS),
  };
}

/** Paid orders of different buyers and rifas. */
async function findLaterOrders(db: Kysely<DB>, since: Date) {
  const orders = await db
    .selectFrom('orders')
    .distinctOn(['userId', 'rifaId'])
    .select(['userId', 'rifaId', 'quantity', 'totalAmount', 'createdAt'])
    .select(sql<Date>`paid_at`.as('paidAt'))
    .where('status', '=', 'paid')
    .where('createdAt', '>=', since)
    .orderBy('userId')
    .orderBy('rifaId')
    .orderBy('createdAt')
    .execute();
  const spread = Math.max(1, Math.floor(orders.length / RECOVERED));
  return orders.filter((_, at) => at % spread === 0);
}

/** People who bought the rifa afterwards have no abandoned cart. */
async function removeBought(db: Kysely<DB>): Promise<void> {
  await sql`
    delete from abandoned_cart_tracking as cart using orders
    where cart.recovered_at is null and orders.status = 'paid' and orders.user_id = cart.user_id
      and orders.rifa_id = cart.rifa_id and orders.created_at >= cart.abandoned_at`.execute(db);
}
