import { sql } from 'kysely';
import { archiveNumbers } from '../orders/numbers/delete-numbers.ts';
import type { Platform } from '../platform/platform.ts';

/** After its end, in days: no money of it can be asked back any more at the provider, and no prize be claimed. */
export const ARCHIVED_AFTER_DAYS = 180;

/** Rifas a night, so that a shop which archives for the first time does so in several. */
const MOST_A_NIGHT = 50;

/**
 * Takes away from rifas long over what only a sale needs: which numbers are free, and the counters beside each other
 * that let many buy at once. Orders, sold numbers, lists, seals and draws stay, as does the sum of what was sold.
 *
 * Run twice it finds nothing more to do. A refund after it changes the sum as ever, and finds no number to give back.
 *
 * @returns how many were archived.
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
    .limit(MOST_A_NIGHT)
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
