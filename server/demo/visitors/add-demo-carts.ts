import type { DB } from '@mare/database/schema.ts';
import { demoBuyers } from '@mare/database/seed/demo-people.ts';
import { sql, type Transaction } from 'kysely';
import type { Clock } from '../../platform/clock.ts';

const HOUR_MS = 3_600_000;

/** Abandoned carts, some of them recovered. */
export async function addDemoCarts(trx: Transaction<DB>, clock: Clock): Promise<void> {
  const now = clock.now();
  const rifas = await trx
    .selectFrom('rifas')
    .select(['id', 'price'])
    .where('status', '=', 'active')
    .orderBy('id')
    .execute();
  const stages = ['cart', 'review', 'payment', 'cart'];
  for (const [at, { id: userId }] of demoBuyers.slice(0, 18).entries()) {
    const abandonedAt = new Date(now.getTime() - (at + 1) * 30 * HOUR_MS);
    const { id: rifaId, price } = rifas[at % rifas.length]!;
    const quantity = 2 + (at % 7);
    await trx
      .insertInto('abandonedCartTracking')
      .values({
        userId,
        rifaId,
        quantity,
        totalAmount: sql<string>`${price}::numeric * ${quantity}::integer`,
        stage: stages[at % stages.length],
        abandonedAt,
        remindedAt: new Date(abandonedAt.getTime() + HOUR_MS / 2),
        recoveredAt: at % 4 === 0 ? new Date(abandonedAt.getTime() + HOUR_MS) : null,
      })
      .execute();
  }
}
