import { sql } from 'kysely';
import { archiveNumbers } from '../orders/numbers/delete-numbers.ts';
import type { Platform } from '../platform/platform.ts';

/** Days after a rifa's end; refunds at the provider and prize claims have expired by then. */
export const ARCHIVED_AFTER_DAYS = 180;

/** Bounds the work of the first run in an old shop. */
const MAX_RIFAS_PER_NIGHT = 50;

/**
 * Deletes the free-number pages and the striped counters of rifas that ended long ago. Orders, sold numbers, lists,
 * seals, draws and the sold count are kept.
 *
 * Idempotent. A later refund updates the sold count but releases no numbers.
 *
 * @returns the number of archived rifas
 */
export async function archiveRifas({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<number> {
  const now = clock.now();
  const before = new Date(now.getTime() - ARCHIVED_AFTER_DAYS * 86_400_000);
  const over = await db
    .selectFrom('rifas')
    .select('id')
    .where('archivedAt', 'is', null)
    .where('status', 'in', ['completed', 'cancelled'])
    .where(sql<Date>`greatest(draw_date, closed_at, cancelled_at)`, '<', before)
    .orderBy('id')
    .limit(MAX_RIFAS_PER_NIGHT)
    .execute();
  let archived = 0;
  for (const { id } of over) if (await archiveRifa({ db }, id, now)) archived++;
  return archived;
}

async function archiveRifa({ db }: Pick<Platform, 'db'>, id: string, now: Date): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('rifas')
      .set({ archivedAt: now })
      .where('id', '=', id)
      .where('archivedAt', 'is', null)
      .where((rifa) =>
        rifa.not(
          rifa.exists(
            rifa
              .selectFrom('orderItems')
              .innerJoin('orders', 'orders.id', 'orderItems.orderId')
              .select('orders.id')
              .where('orderItems.rifaId', '=', id)
              .where('orders.status', '=', 'pending'),
          ),
        ),
      )
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return false;
    await archiveNumbers(trx, id);
    return true;
  });
}
