/**
 * Records what the provider answered to new charges: many in one transaction, as the order batch writer reserves. Under a rush
 * every order needs this once, and a transaction of its own for each would cost more than all else that is done for it.
 */
import type pg from 'pg';
import {
  connectPool,
  directUrlOf,
  withConnection,
  INDEX_LOOKUPS_ONLY,
  sendInOneWrite,
} from '@mare/database/connect.ts';
import { orderEvents } from '../../orders/order-events.ts';
import { createBatchLoader } from '../../platform/batch-loader.ts';
import type { Platform } from '../../platform/platform.ts';
import { nextOpenCheck } from '../check-schedule.ts';
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts';

export interface NewCharge {
  attemptId: string;
  /** Of its order. */
  externalReference: string;
  providerRef: string;
  /** The payment page of a hosted checkout. */
  url: string | null;
  sandboxUrl: string | null;
  copyPaste: string | null;
  payableUntil: Date;
}

export interface StoredCharge {
  orderId: string;
  /** `closing`: the order takes no money any more, and the charge has to be ended. */
  state: 'open' | 'closing';
}

export interface ChargeBatchWriter {
  /** @returns undefined when somebody else had stored it before */
  store(charge: NewCharge): Promise<StoredCharge | undefined>;
  close(): Promise<void>;
}

/** Transactions in flight at once. */
const WIDTH = 2;

export function createChargeBatchWriter({
  pool: shared,
  jobs,
  clock,
  log,
}: Pick<Platform, 'pool' | 'jobs' | 'clock' | 'log'>): ChargeBatchWriter {
  const pool = connectPool({
    url: directUrlOf(shared),
    max: WIDTH,
    pipeline: true,
    options: INDEX_LOOKUPS_ONLY,
    onError: (error) => log.warn({ err: error }, 'charge batch writer lost its idle connection'),
  });

  async function storeIn(client: pg.PoolClient, charges: NewCharge[]): Promise<(StoredCharge | undefined)[]> {
    const now = clock.now();
    const [, , { rows }] = await sendInOneWrite(client, () =>
      Promise.all([client.query('begin'), lockOrders(client, charges), writeCharges(client, charges, now)]),
    );
    const opened = rows.filter((row) => row.state === 'open').map((row) => ({ orderId: row.order_id }));
    if (opened.length > 0) await jobs.enqueueAll(client, orderEvents.created, opened);
    const { command } = await client.query('commit');
    // PostgreSQL answers the commit of a failed transaction with ROLLBACK, and not with an error.
    if (command !== 'COMMIT') throw new Error('the charges were rolled back');
    const stored = new Map(rows.map((row) => [row.id, { orderId: row.order_id, state: row.state }]));
    return charges.map(({ attemptId }) => stored.get(attemptId));
  }

  const batches = createBatchLoader(
    (charges: NewCharge[]) =>
      retryOnConflict(() => withConnection(pool, (client) => storeIn(client, charges))),
    {
      width: WIDTH,
    },
  );
  return { store: (charge) => batches.load(charge), close: () => pool.end() };
}

/** In one direction, so that two groups never wait for each other. */
function lockOrders(client: pg.PoolClient, charges: readonly NewCharge[]): Promise<pg.QueryResult> {
  return client.query({
    name: 'lock-orders',
    text: `select pg_advisory_xact_lock(hashtextextended(reference, 5)) from unnest($1::text[]) as reference`,
    values: [charges.map((charge) => charge.externalReference).sort()],
  });
}

/** Under the orders' locks: an order that is being closed meanwhile does not get a charge that stays open. */
function writeCharges(client: pg.PoolClient, charges: readonly NewCharge[], now: Date) {
  return client.query<{ id: string; order_id: string; state: 'open' | 'closing' }>({
    name: 'write-charges',
    // An attempt may have been given up while its call was under way: then the charge has to be ended too.
    text: `update payment_attempts attempt set
             state = case when o.status = 'pending' and o.closing_at is null then 'open' else 'closing' end,
             next_check_at = case when o.status = 'pending' and o.closing_at is null then $7::timestamptz else $8::timestamptz end,
             provider_ref = charge.provider_ref, url = charge.url, sandbox_url = charge.sandbox_url,
             copy_paste = charge.copy_paste, payable_until = charge.payable_until,
             request = null, last_error = null, checks = 0, updated_at = $8::timestamptz
           from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::timestamptz[])
             as charge (attempt_id, provider_ref, url, sandbox_url, copy_paste, payable_until), orders o
           where attempt.id = charge.attempt_id and o.id = attempt.order_id
             and (attempt.state in ('creating', 'unknown', 'closing') or attempt.provider_ref is null)
           returning attempt.id, attempt.order_id, attempt.state`,
    values: [
      charges.map((charge) => charge.attemptId),
      charges.map((charge) => charge.providerRef),
      charges.map((charge) => charge.url),
      charges.map((charge) => charge.sandboxUrl),
      charges.map((charge) => charge.copyPaste),
      charges.map((charge) => charge.payableUntil),
      nextOpenCheck(now, 0),
      now,
    ],
  });
}
