/** An order whose hold has ended while the shop has not yet learned from the provider whether it was paid. */
import { connectPool } from '@mare/database/connection/connect.ts';

/** Ends the hold of an order, and keeps the shop from closing it while `work` runs. */
export async function whileClosing(reference: string, work: () => Promise<void>): Promise<void> {
  const pool = connectPool({ url: process.env.E2E_DATABASE!, max: 2 });
  const lock = await pool.connect();
  try {
    await lock.query('begin');
    // Under this lock the shop decides how an order ends.
    await lock.query('select pg_advisory_xact_lock(hashtextextended($1, 5))', [reference]);
    await pool.query('update orders set hold_expires_at = now() where external_reference = $1', [reference]);
    await work();
  } finally {
    await lock.query('rollback');
    lock.release();
    await pool.end();
  }
}
