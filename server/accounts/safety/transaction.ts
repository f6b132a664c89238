import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '@mare/database/connect.ts';
import type { DB } from '@mare/database/schema.ts';

const TRIES = 4;
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';

/** Runs `work` in a transaction, again when it lost a race. A row lock is waited for at most 5 seconds. */
export async function inTransaction<T>(db: Database, work: (trx: Transaction<DB>) => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await db.transaction().execute(async (trx) => {
        await sql`set local lock_timeout = '5s'`.execute(trx);
        return await work(trx);
      });
    } catch (error) {
      const { code } = error as { code?: string };
      if (tried === TRIES || (code !== SERIALIZATION_FAILURE && code !== DEADLOCK)) throw error;
    }
  }
}

/** Whether the database could not be reached or was too busy: worth another try, and nobody's mistake. */
export function isOutage(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  if (code && /^(08|53|57P|55P03|40001|40P01|ECONN|ETIMEDOUT|ENOTFOUND|EPIPE)/.test(code)) return true;
  return /timeout exceeded when trying to connect|Connection terminated/.test(message ?? '');
}

/** The name of the unique index or constraint that an insert or update ran into, or null for any other fault. */
export function violatedUnique(error: unknown): string | null {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === '23505' ? (constraint ?? '') : null;
}
