import { sql, type Transaction } from 'kysely';
import type { SyncedCartItem } from '@mare/contract/cart/cart.ts';
import type { DB } from '@mare/database/schema.ts';
import { mergeLines, type MergeNote } from '@mare/domain/cart/merge-carts.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import type { Platform } from '../platform/platform.ts';
import { lockPersonCart, readCartLines, writeCartLines } from './person-cart.ts';

interface Migration {
  migratedItems: number;
  /** What the merge changed, in a sentence for the buyer. */
  message: string;
}

interface CartToMigrate {
  sessionId: string;
  /** The lines in the browser; undefined for those that it sent last. */
  items?: SyncedCartItem[];
  userId: string;
}

/**
 * Merges an anonymous cart into the person's cart. Idempotent, also under concurrent calls: the function that marks the
 * anonymous cart as migrated decides.
 */
export async function migrateCart(
  { db, random }: Pick<Platform, 'db' | 'random'>,
  { sessionId, items: sent, userId }: CartToMigrate,
): Promise<Migration> {
  return inTransaction(db, async (trx) => {
    const isOwn = await trx
      .selectFrom('anonymousCartSessions')
      .select('sessionId')
      .where('sessionId', '=', sessionId)
      .where('userId', '=', userId)
      .where('status', '=', 'active')
      .executeTakeFirst();
    if (isOwn) return { migratedItems: 0, message: 'Carrinho já migrado' };
    if (sent) await storeSentLines(trx, sessionId, sent);
    const { rows } = await sql<Migration>`
      select migrated_items, message from migrate_anonymous_cart_to_user(${sessionId}, ${userId})
    `.execute(trx);
    const migration = rows[0]!;
    if (migration.migratedItems === 0) return migration;
    const person = await lockPersonCart(trx, random, userId);
    const own = await readCartLines(trx, person.sessionId);
    // The migrated cart keeps its lines, so the copies need new ids.
    const added = (await readCartLines(trx, sessionId)).map((line) => ({ ...line, id: random.uuid() }));
    const { items, notes } = mergeLines(own, added);
    await writeCartLines(trx, person.sessionId, items);
    await trx
      .updateTable('anonymousCartSessions')
      .set((eb) => ({ version: eb('version', '+', 1), lastUpdated: sql`now()` }))
      .where('sessionId', '=', person.sessionId)
      .execute();
    return { ...migration, message: [migration.message, ...notes.map(sentenceOf)].join('. ') };
  });
}

/** Stores the lines of an anonymous cart, which may be new to the server. */
async function storeSentLines(
  trx: Transaction<DB>,
  sessionId: string,
  items: SyncedCartItem[],
): Promise<void> {
  await trx
    .insertInto('anonymousCartSessions')
    .values({ sessionId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const open = await trx
    .selectFrom('anonymousCartSessions')
    .select('sessionId')
    .where('sessionId', '=', sessionId)
    .where('userId', 'is', null)
    .where('status', '=', 'active')
    .where('expiresAt', '>', sql<Date>`now()`)
    .forUpdate()
    .executeTakeFirst();
  if (open) await writeCartLines(trx, sessionId, items);
}

function sentenceOf({ kind, title, max }: MergeNote): string {
  return kind === 'limited'
    ? `Em “${title}” ficaram ${max} cotas, o máximo por pedido`
    : `Um item de “${title}” ficou de fora: não cabia no carrinho`;
}
