import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';

/** Returns the rifas whose cotas can be given now. */
export async function selectGiftableRifas(db: Kysely<DB>, rifaIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('rifas')
    .select('id')
    .where('id', 'in', rifaIds)
    .where('status', '=', 'active')
    .where('allowGifts', '=', true)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Freezing the list of sold numbers locks the rifa for update: a gift either commits before and is on the list, or
 * finds the sales ended.
 */
export function lockOpenSales(
  trx: Transaction<DB>,
  rifaId: string,
): Promise<{ allowGifts: boolean; title: string; maxPerPerson: number | null } | undefined> {
  return trx
    .selectFrom('rifas')
    .select(['allowGifts', 'title', 'maxPerPerson'])
    .where('id', '=', rifaId)
    .where('status', '=', 'active')
    .forKeyShare()
    .executeTakeFirst();
}

/** Numbers of an order without returned ones. Call it under the order's lock. */
export async function findHeldNumbers(
  trx: Transaction<DB>,
  orderId: string,
  rifaId: string,
): Promise<Set<number>> {
  const { rows } = await sql<{ number: number }>`
    select unnest(selected_numbers) as number from order_items where order_id = ${orderId} and rifa_id = ${rifaId}
    except
    select unnest(c.numbers) from returned_cotas c join refunds f on f.id = c.refund_id
     where c.order_id = ${orderId} and c.rifa_id = ${rifaId} and c.released_at is null and f.state <> 'rejected'`.execute(
    trx,
  );
  return new Set(rows.map(({ number }) => number));
}
