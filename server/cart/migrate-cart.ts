import { sql } from 'kysely';
import type { Database } from '@mare/database/connect.ts';

interface Migration {
  migratedItems: number;
  message: string;
}

/** Assigns an anonymous cart to its buyer. Idempotent, also under concurrent calls. */
export async function migrateCart(db: Database, sessionId: string, userId: string): Promise<Migration> {
  const { rows } = await sql<Migration>`
    select migrated_items, message from migrate_anonymous_cart_to_user(${sessionId}, ${userId})
  `.execute(db);
  return rows[0]!;
}
