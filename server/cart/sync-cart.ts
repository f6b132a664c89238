/** Replaces the server's copy of a cart with the browser's; creates the session if it is missing. */
import { sql } from 'kysely';
import type { SyncedCartItem } from '@mare/contract/cart/cart.ts';
import type { Database } from '@mare/database/connect.ts';

type SyncResult = { ok: true; saved: number } | { ok: false; code: 'CART_CLOSED' };

/**
 * `saved` is the number of items stored. Skips items of deleted rifas. A signed-in caller becomes the session's owner.
 * Fails with CART_CLOSED if the session is migrated, expired or owned by another user.
 */
export async function syncCart(
  db: Database,
  sessionId: string,
  items: SyncedCartItem[],
  userId: string | null,
): Promise<SyncResult> {
  return db.transaction().execute(async (trx) => {
    const open = await trx
      .insertInto('anonymousCartSessions')
      .values({ sessionId, userId })
      .onConflict((conflict) =>
        conflict
          .column('sessionId')
          .doUpdateSet({
            lastUpdated: sql`now()`,
            userId: sql`coalesce(anonymous_cart_sessions.user_id, ${userId})`,
          })
          .where('anonymousCartSessions.status', '=', 'active')
          .where('anonymousCartSessions.expiresAt', '>', sql<Date>`now()`)
          .where((eb) =>
            eb.or([
              eb('anonymousCartSessions.userId', 'is', null),
              ...(userId ? [eb('anonymousCartSessions.userId', '=', userId)] : []),
            ]),
          ),
      )
      .returning('sessionId')
      .executeTakeFirst();
    if (!open) return { ok: false, code: 'CART_CLOSED' };
    const kept = await withoutGoneRifas(trx, items);
    await trx.deleteFrom('anonymousCartItems').where('sessionId', '=', sessionId).execute();
    if (kept.length === 0) return { ok: true, saved: 0 };
    const inserted = await trx
      .insertInto('anonymousCartItems')
      .values(kept.map((item) => toRow(sessionId, item)))
      // Never overwrite an item that belongs to another session.
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
    const saved = inserted.reduce((sum, result) => sum + Number(result.numInsertedOrUpdatedRows ?? 0), 0);
    return { ok: true, saved };
  });
}

async function withoutGoneRifas(trx: Database, items: SyncedCartItem[]): Promise<SyncedCartItem[]> {
  if (items.length === 0) return [];
  const wanted = items.map((item) => item.rifaId);
  const known = await trx.selectFrom('rifas').select('id').where('id', 'in', wanted).execute();
  const rifaIds = new Set(known.map((rifa) => rifa.id));
  return items.filter((item) => rifaIds.has(item.rifaId));
}

function toRow(sessionId: string, item: SyncedCartItem) {
  return {
    id: item.id,
    sessionId,
    rifaId: item.rifaId,
    quantity: item.quantity,
    tier: item.tier,
    selectedNumbers: item.selectedNumbers,
    rifaData: JSON.stringify({
      title: item.rifaTitle,
      price: item.rifaPriceCentavos / 100,
      image: item.rifaImage,
    }),
    addedAt: item.addedAt,
  };
}
