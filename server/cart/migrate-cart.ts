import { sql, type Transaction } from 'kysely';
import type { SyncedCartItem } from '@mare/contract/cart/cart.ts';
import type { DB } from '@mare/database/schema.ts';
import { mergeLines, type MergeNote } from '@mare/domain/cart/merge-carts.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import type { Platform } from '../platform/platform.ts';
import { completeLines, lockPersonCart, readCartLines, writeCartLines } from './person-cart.ts';

interface Migration {
  migratedItems: number;
  /** Sentence for the buyer about the changes of the merge. */
  message: string;
}

interface CartToMigrate {
  sessionId: string;
  /** Lines in the browser; undefined for the lines of its last sync. */
  items?: SyncedCartItem[];
  userId: string;
}

/** Error of the database function for a cart that this person has migrated before. */
const ALREADY = 'Carrinho já migrado';
const MIGRATED = 'Carrinho migrado com sucesso';

/**
 * Merges an anonymous cart into the person's cart. Idempotent, also under concurrent calls: the database function
 * that marks the anonymous cart as migrated decides. Also merges the lines of a browser whose cart the server does
 * not know or has closed, because they are the buyer's.
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
    if (isOwn) return { migratedItems: 0, message: ALREADY };
    if (sent)
      await trx
        .insertInto('anonymousCartSessions')
        .values({ sessionId })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    const { rows } = await sql<Migration>`
      select migrated_items, message from migrate_anonymous_cart_to_user(${sessionId}, ${userId})
    `.execute(trx);
    const migration = rows[0]!;
    if (migration.message === ALREADY) return migration;
    const lines = sent
      ? await completeLines(trx, sent)
      : migration.migratedItems > 0
        ? await readCartLines(trx, sessionId)
        : [];
    if (lines.length === 0) return migration;
    const person = await lockPersonCart(trx, random, userId);
    // The lines move with their ids, so that a concurrent change in the browser finds its line.
    await trx.deleteFrom('anonymousCartItems').where('sessionId', '=', sessionId).execute();
    const used = await findUsedIds(trx, lines, person.sessionId);
    const added = lines.map((line) => (used.has(line.id) ? { ...line, id: random.uuid() } : line));
    const { items, notes } = mergeLines(await readCartLines(trx, person.sessionId), added);
    await writeCartLines(trx, person.sessionId, items);
    await trx
      .updateTable('anonymousCartSessions')
      .set((eb) => ({ version: eb('version', '+', 1), lastUpdated: sql`now()` }))
      .where('sessionId', '=', person.sessionId)
      .execute();
    return { migratedItems: lines.length, message: [MIGRATED, ...notes.map(sentenceOf)].join('. ') };
  });
}

/** Line ids that other carts use. */
async function findUsedIds(
  trx: Transaction<DB>,
  lines: readonly { id: string }[],
  sessionId: string,
): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('anonymousCartItems')
    .select('id')
    .where(
      'id',
      'in',
      lines.map(({ id }) => id),
    )
    .where('sessionId', '!=', sessionId)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

function sentenceOf({ kind, title, max }: MergeNote): string {
  return kind === 'limited'
    ? `Em “${title}” ficaram ${max} cotas, o máximo por pedido`
    : `Um item de “${title}” ficou de fora: não cabia no carrinho`;
}
