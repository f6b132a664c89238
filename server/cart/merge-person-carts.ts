import { type Transaction, sql } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { mergeLines } from '@mare/domain/cart/merge-carts.ts';
import { readCartLines, writeCartLines } from './person-cart.ts';

/**
 * Moves the cart of an account that ends into the cart of the account that stays. Without a cart there, the session
 * itself is reassigned with the other records. The caller holds the locks of both accounts, so no cart is created
 * meanwhile.
 */
export async function mergePersonCarts(trx: Transaction<DB>, id: string, formerId: string): Promise<void> {
  await trx
    .updateTable('anonymousCartSessions')
    .set({ status: 'expired' })
    .where('userId', 'in', [id, formerId])
    .where('status', '=', 'active')
    .where('expiresAt', '<=', sql<Date>`now()`)
    .execute();
  const carts = await trx
    .selectFrom('anonymousCartSessions')
    .select(['sessionId', 'userId'])
    .where('userId', 'in', [id, formerId])
    .where('status', '=', 'active')
    .orderBy('sessionId')
    .forUpdate()
    .execute();
  const cart = carts.find(({ userId }) => userId === id);
  const former = carts.find(({ userId }) => userId === formerId);
  if (!cart || !former) return;
  const added = await readCartLines(trx, former.sessionId);
  // The lines move with their ids.
  await trx.deleteFrom('anonymousCartItems').where('sessionId', '=', former.sessionId).execute();
  const { items } = mergeLines(await readCartLines(trx, cart.sessionId), added);
  await writeCartLines(trx, cart.sessionId, items);
  await trx
    .updateTable('anonymousCartSessions')
    .set({ status: 'migrated' })
    .where('sessionId', '=', former.sessionId)
    .execute();
  await trx
    .updateTable('anonymousCartSessions')
    .set((eb) => ({ version: eb('version', '+', 1), lastUpdated: sql`now()` }))
    .where('sessionId', '=', cart.sessionId)
    .execute();
}
