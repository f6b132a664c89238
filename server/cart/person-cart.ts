/** Cart of a signed-in person, shared by all devices. */
import { type Selectable, sql, type Transaction } from 'kysely';
import type pg from 'pg';
import type { SavedCartItem, SyncedCartItem } from '@mare/contract/cart/cart.ts';
import type { Database } from '@mare/database/connection/connect.ts';
import type { DB, Rifas } from '@mare/database/schema.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import type { Platform } from '../platform/platform.ts';

export interface PersonCart {
  sessionId: string;
  /** Version for optimistic locking. */
  version: number;
}

const SESSION_BYTES = 24;

/** Finds or creates the person's cart and locks it. An index allows one active cart per person. */
export async function lockPersonCart(
  trx: Transaction<DB>,
  random: Platform['random'],
  userId: string,
): Promise<PersonCart> {
  await trx
    .updateTable('anonymousCartSessions')
    .set({ status: 'expired' })
    .where('userId', '=', userId)
    .where('status', '=', 'active')
    .where('expiresAt', '<=', sql<Date>`now()`)
    .execute();
  await trx
    .insertInto('anonymousCartSessions')
    .values({ sessionId: `anon_${random.bytes(SESSION_BYTES).toString('hex')}`, userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return trx
    .selectFrom('anonymousCartSessions')
    .select(['sessionId', 'version'])
    .where('userId', '=', userId)
    .where('status', '=', 'active')
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** The person's cart with its lines; created on first use. */
export async function openPersonCart(
  { db, pool, random }: Pick<Platform, 'db' | 'pool' | 'random'>,
  userId: string,
): Promise<PersonCart & { items: SavedCartItem[] }> {
  const cart = await findPersonCart(pool, userId);
  if (cart) return cart;
  await inTransaction(db, (trx) => lockPersonCart(trx, random, userId));
  const created = await findPersonCart(pool, userId);
  if (!created) throw new Error('the new cart of a person was closed before it was read');
  return created;
}

interface CartRow
  extends PersonCart, LineFacts, Omit<IncompleteLine, 'id' | 'addedAt' | 'rifaPriceCentavos'> {
  /** Null in the only row of an empty cart. */
  id: string | null;
  addedAt: Date;
  price: number;
}

async function findPersonCart(
  pool: pg.Pool,
  userId: string,
): Promise<(PersonCart & { items: SavedCartItem[] }) | null> {
  const { rows } = await pool.query<CartRow>({
    name: 'person-cart',
    text: `select cart.session_id as "sessionId", cart.version, line.id, line.rifa_id as "rifaId", line.quantity,
             line.tier, line.bonus_quantity as "bonusQuantity", line.chosen,
             line.selected_numbers as "selectedNumbers", line.rifa_data['price'] as price, line.added_at as "addedAt",
             rifas.title, rifas.image, rifas.total_numbers as "totalNumbers", rifas.max_per_order as "maxPerOrder",
             rifas.sales_end_at as "salesEndAt", rifas.price_steps as "priceSteps", rifas.combos
           from anonymous_cart_sessions as cart
           left join (anonymous_cart_items as line join rifas on rifas.id = line.rifa_id)
             on line.session_id = cart.session_id
           where cart.user_id = $1 and cart.status = 'active' and cart.expires_at > now()
           order by line.added_at, line.id`,
    values: [userId],
  });
  if (!rows[0]) return null;
  const { sessionId, version } = rows[0];
  const items = rows.flatMap(({ id, addedAt, price, ...row }) => {
    if (id === null) return [];
    const rifaPriceCentavos = Math.round(price * 100);
    return [toSavedItem({ ...row, id, addedAt: addedAt.toISOString(), rifaPriceCentavos }, row)];
  });
  return { sessionId, version, items };
}

/** Lines as they were added, with the rifa's current limits and prices per quantity. Oldest first. */
export async function readCartLines(db: Database, sessionId: string): Promise<SavedCartItem[]> {
  const rows = await db
    .selectFrom('anonymousCartItems')
    .select(['id', 'rifaId', 'quantity', 'tier', 'bonusQuantity', 'chosen'])
    .select(['selectedNumbers', 'rifaData', 'addedAt'])
    .where('sessionId', '=', sessionId)
    .orderBy('addedAt')
    .orderBy('id')
    .execute();
  return completeLines(
    db,
    rows.map(({ rifaData, addedAt, ...row }) => ({
      ...row,
      addedAt: addedAt.toISOString(),
      // The price that the buyer saw: a changed price is reported.
      rifaPriceCentavos: Math.round((rifaData as { price: number }).price * 100),
    })),
  );
}

type IncompleteLine = Pick<
  SyncedCartItem,
  | 'id'
  | 'rifaId'
  | 'quantity'
  | 'tier'
  | 'bonusQuantity'
  | 'chosen'
  | 'selectedNumbers'
  | 'addedAt'
  | 'rifaPriceCentavos'
>;

/** Adds the current data of the rifas. Drops lines of deleted rifas. */
export async function completeLines(
  db: Database,
  lines: readonly IncompleteLine[],
): Promise<SavedCartItem[]> {
  if (lines.length === 0) return [];
  const rows = await db
    .selectFrom('rifas')
    .select(['id', 'title', 'image', 'totalNumbers', 'maxPerOrder', 'salesEndAt', 'priceSteps', 'combos'])
    .where('id', 'in', [...new Set(lines.map(({ rifaId }) => rifaId))])
    .execute();
  const rifas = new Map(rows.map((rifa) => [rifa.id, rifa]));
  return lines.flatMap((line) => {
    const rifa = rifas.get(line.rifaId);
    return rifa ? [toSavedItem(line, rifa)] : [];
  });
}

/** Data of the rifa shown on a cart line. */
type LineFacts = Pick<
  Selectable<Rifas>,
  'title' | 'image' | 'totalNumbers' | 'maxPerOrder' | 'salesEndAt' | 'priceSteps' | 'combos'
>;

function toSavedItem(line: IncompleteLine, rifa: LineFacts): SavedCartItem {
  const { id, rifaId, quantity, tier, selectedNumbers, addedAt, rifaPriceCentavos } = line;
  return {
    id,
    rifaId,
    quantity,
    tier,
    bonusQuantity: line.bonusQuantity ?? 0,
    selectedNumbers,
    chosen: line.chosen ?? false,
    addedAt,
    rifaTitle: rifa.title,
    rifaPriceCentavos,
    rifaImage: rifa.image,
    totalNumbers: rifa.totalNumbers,
    maxPerOrder: rifa.maxPerOrder,
    salesEndAt: rifa.salesEndAt.toISOString(),
    priceSteps: rifa.priceSteps as unknown as SyncedCartItem['priceSteps'],
    combos: rifa.combos as unknown as SyncedCartItem['combos'],
  };
}

/** Replaces the lines of a cart, skipping lines of deleted rifas. @returns the number of stored lines */
export async function writeCartLines(
  trx: Transaction<DB>,
  sessionId: string,
  items: readonly SyncedCartItem[],
): Promise<number> {
  await trx.deleteFrom('anonymousCartItems').where('sessionId', '=', sessionId).execute();
  if (items.length === 0) return 0;
  const requestedIds = items.map((item) => item.rifaId);
  const known = await trx.selectFrom('rifas').select('id').where('id', 'in', requestedIds).execute();
  const rifaIds = new Set(known.map((rifa) => rifa.id));
  const keptItems = items.filter((item) => rifaIds.has(item.rifaId));
  if (keptItems.length === 0) return 0;
  const inserted = await trx
    .insertInto('anonymousCartItems')
    .values(
      keptItems.map((item) => {
        const { rifaData, ...row } = toRow(item);
        return { ...row, sessionId, rifaData: JSON.stringify(rifaData) };
      }),
    )
    // Never overwrite an item that belongs to another session.
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return inserted.reduce((sum, result) => sum + Number(result.numInsertedOrUpdatedRows ?? 0), 0);
}

/** Stored fields of a line, without the session. */
export function toRow(item: SyncedCartItem) {
  return {
    id: item.id,
    rifaId: item.rifaId,
    quantity: item.quantity,
    tier: item.tier,
    bonusQuantity: item.bonusQuantity ?? 0,
    chosen: item.chosen ?? false,
    selectedNumbers: item.selectedNumbers,
    // The price that the buyer saw.
    rifaData: { price: item.rifaPriceCentavos / 100 },
    addedAt: item.addedAt,
  };
}
