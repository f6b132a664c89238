/**
 * Settles regular payments, many per transaction (group commit), like the order batch writer: payments that arrive
 * while a transaction is in flight form the next batch, and each transaction takes three round trips. Special cases of
 * an order, its payment or its rifas are left to `applySnapshot`, which settles one order per transaction.
 */
import type { RawBuilder } from 'kysely';
import type pg from 'pg';
import {
  connectPool,
  type Database,
  directUrlOf,
  INDEX_LOOKUPS_ONLY,
  sendInOneWrite,
  withConnection,
} from '@mare/database/connection/connect.ts';
import { paidAtOf } from '@mare/domain/payments/money-time.ts';
import { orderEvents } from '../../orders/lifecycle/order-events.ts';
import { settleOrders } from '../../orders/lifecycle/settle-orders.ts';
import { createBatchLoader } from '../../platform/caching/batch-loader.ts';
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts';
import type { Platform } from '../../platform/platform.ts';
import type { PaymentSnapshot } from '../providers/payment-provider.ts';
import { closeAttempts } from './close-attempts.ts';
import { postSettlements } from './post-settlement.ts';
import { findPlainSettlements, lockForSettlement, type PlainSettlement } from './plain-settlements.ts';
import { storedSnapshots } from './stored-payments.queries.ts';

export interface SettlementBatchWriter {
  /**
   * @param snapshot of a payment received by our account, without refunds
   * @returns false if the payment must be applied alone
   */
  settle(snapshot: PaymentSnapshot): Promise<boolean>;
  close(): Promise<void>;
}

/** Lock timeout of a batch; afterwards its payments are settled alone, so that a lock delays only its own payment. */
const LOCK_TIMEOUT = '1s';
const MAX_BATCH = 64;

export function createSettlementBatchWriter({
  db,
  pool: shared,
  jobs,
  clock,
  log,
}: Pick<Platform, 'db' | 'pool' | 'jobs' | 'clock' | 'log'>): SettlementBatchWriter {
  const pool = connectPool({
    url: directUrlOf(shared),
    max: 1,
    pipeline: true,
    options: `${INDEX_LOOKUPS_ONLY} -c lock_timeout=${LOCK_TIMEOUT}`,
    onError: (error) => log.warn({ err: error }, 'settlement batch writer lost its idle connection'),
  });

  /** @returns the payments that settled their orders; the transaction is committed */
  async function settleIn(client: pg.PoolClient, snapshots: PaymentSnapshot[]): Promise<PaymentSnapshot[]> {
    const found = await sendInOneWrite(client, () =>
      Promise.all([
        client.query('begin'),
        ...lockForSettlement(snapshots).map(([name, query]) => send(client, db, name, query)),
      ]),
    );
    const plain = findPlainSettlements(snapshots, found.slice(1));
    if (plain.length === 0) {
      await client.query('rollback');
      return [];
    }
    await sendInOneWrite(client, () =>
      Promise.all(writesOf(plain, clock.now()).map(([name, query]) => send(client, db, name, query))),
    );
    await jobs.enqueueAll(
      client,
      orderEvents.paid,
      plain.map(({ order }) => ({ orderId: order.id })),
    );
    const { command } = await client.query('commit');
    // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK instead of an error.
    if (command !== 'COMMIT') throw new Error('transaction of the settlement batch was rolled back');
    return plain.map(({ snapshot }) => snapshot);
  }

  async function settleBatch(snapshots: PaymentSnapshot[]): Promise<boolean[]> {
    try {
      const settled = await retryOnConflict(() =>
        withConnection(pool, (client) => settleIn(client, snapshots)),
      );
      return snapshots.map((snapshot) => settled.includes(snapshot));
    } catch (error) {
      // One payment may be invalid or locked. After a connection error the batch may have been committed; then each
      // payment is already settled.
      log.warn({ err: error, payments: snapshots.length }, 'settlement batch failed; settling each alone');
      return snapshots.map(() => false);
    }
  }

  const batches = createBatchLoader(settleBatch, { size: MAX_BATCH });
  return { settle: (snapshot) => batches.load(snapshot), close: () => pool.end() };
}

/** Locks as `settleOrder` does: orders, then profiles, then counters. */
function writesOf(
  plain: readonly PlainSettlement[],
  now: Date,
): [name: string, query: RawBuilder<unknown>][] {
  const payments = plain.map(({ order, snapshot }) => ({ ...snapshot, orderId: order.id }));
  return [
    ...settleOrders(
      plain.map(({ order, lines, snapshot }) => ({
        order,
        lines,
        paidAt: paidAtOf(snapshot),
        late: false,
      })),
    ),
    [
      'settle-payments',
      storedSnapshots(
        plain.map(({ order, snapshot }) => ({ snapshot, orderId: order.id, disposition: 'settles' })),
      ),
    ],
    // After the payments are locked: see `findBookedFees`.
    ['settle-ledger', postSettlements(plain, now)],
    ['settle-attempts', closeAttempts(payments, now)],
  ];
}

function send(
  client: pg.PoolClient,
  db: Database,
  name: string,
  query: RawBuilder<unknown>,
): Promise<pg.QueryResult> {
  const { sql: text, parameters } = query.compile(db);
  return client.query({ name, text, values: [...parameters] });
}
