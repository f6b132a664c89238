/** Makes the server's copy of a cart equal to the browser's: session made when missing, new items in, gone ones out. */
import { sql } from 'kysely';
import type { CartItem } from '@mare/contract/cart.ts';
import type { Database } from '@mare/database/connect.ts';

/** @returns how many items the server now holds. Items of rifas that no longer exist are left out. */
export async function syncCart(db: Database, sessionId: string, items: CartItem[]): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await trx
      .insertInto('anonymousCartSessions')
      .values({ sessionId })
      .onConflict((conflict) => conflict.column('sessionId').doUpdateSet({ lastUpdated: sql`now()` }))
      .execute();
    const known = await trx
      .selectFrom('rifas')
      .select('id')
      .where('id', 'in', items.length ? items.map((item) => item.rifaId) : [NO_RIFA])
      .execute();
    const rifaIds = new Set(known.map((rifa) => rifa.id));
    const kept = items.filter((item) => rifaIds.has(item.rifaId));
    await trx.deleteFrom('anonymousCartItems').where('sessionId', '=', sessionId).execute();
    if (kept.length === 0) return 0;
    const inserted = await trx
      .insertInto('anonymousCartItems')
      .values(kept.map((item) => toRow(sessionId, item)))
      // An id that another session already holds is not ours to change.
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
    return inserted.reduce((sum, result) => sum + Number(result.numInsertedOrUpdatedRows ?? 0), 0);
  });
}

const NO_RIFA = '00000000-0000-0000-0000-000000000000';

function toRow(sessionId: string, item: CartItem) {
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
