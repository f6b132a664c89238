/**
 * Stores the provider's responses to new charges, many per transaction, like the order batch writer. Under load, one
 * transaction per charge would cost more than the rest of the purchase.
 */
import type pg from 'pg';
import {
  connectPool,
  directUrlOf,
  withConnection,
  INDEX_LOOKUPS_ONLY,
  sendInOneWrite,
} from '@mare/database/connection/connect.ts';
import { orderEvents } from '../../orders/lifecycle/order-events.ts';
import { createBatchLoader } from '../../platform/caching/batch-loader.ts';
import type { Platform } from '../../platform/platform.ts';
import { numericFromCentavos } from '@mare/database/money.ts';
import type { PaymentSnapshot } from '../providers/payment-provider.ts';
import { nextOpenCheck } from '../check-schedule.ts';
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts';

export interface NewCharge {
  attemptId: string;
  /** External reference of the order. */
  externalReference: string;
  providerRef: string;
  /** Payment page of a hosted checkout. */
  url: string | null;
  sandboxUrl: string | null;
  copyPaste: string | null;
  payableUntil: Date;
  /** First report of an unpaid Pix, stored together with its charge. */
  pending: PaymentSnapshot | null;
}

export interface StoredCharge {
  orderId: string;
  /** `closing`: the order no longer accepts payments, so the charge must be ended. */
  state: 'open' | 'closing';
}

export interface ChargeBatchWriter {
  /** @returns undefined if the charge is already stored */
  store(charge: NewCharge): Promise<StoredCharge | undefined>;
  close(): Promise<void>;
}

/** Maximum concurrent transactions. */
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
      Promise.all([
        client.query('begin'),
        lockOrders(client, charges),
        writeCharges(client, charges, now),
        ...insertPending(client, charges),
      ]),
    );
    const opened = rows.filter((row) => row.state === 'open').map((row) => ({ orderId: row.order_id }));
    if (opened.length > 0) await jobs.enqueueAll(client, orderEvents.created, opened);
    const { command } = await client.query('commit');
    // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK instead of an error.
    if (command !== 'COMMIT') throw new Error('transaction of the charge batch was rolled back');
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

/** Locks in sorted order, so that concurrent batches do not deadlock. */
function lockOrders(client: pg.PoolClient, charges: readonly NewCharge[]): Promise<pg.QueryResult> {
  return client.query({
    name: 'lock-orders',
    text: `select pg_advisory_xact_lock(hashtextextended(reference, 5)) from unnest($1::text[]) as reference`,
    values: [charges.map((charge) => charge.externalReference).sort()],
  });
}

/** Requires the orders' locks, so that a concurrently closing order gets no open charge. */
function writeCharges(client: pg.PoolClient, charges: readonly NewCharge[], now: Date) {
  return client.query<{ id: string; order_id: string; state: 'open' | 'closing' }>({
    name: 'write-charges',
    // An attempt in `closing` was closed during its provider call; its charge must be ended too.
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

/**
 * Keeps a report that a faster webhook has stored. Inserts in key order, so that concurrent batches do not deadlock.
 */
function insertPending(client: pg.PoolClient, charges: readonly NewCharge[]): Promise<pg.QueryResult>[] {
  const pending = charges.flatMap(({ attemptId, pending: payment }) =>
    payment ? [{ ...payment, attemptId }] : [],
  );
  if (pending.length === 0) return [];
  return [
    client.query({
      name: 'insert-pending-payments',
      text: `insert into provider_payments (provider, payment_id, order_id, external_reference, currency, state,
               raw_status, raw_detail, amount, refunded, method, provider_updated_at, disposition)
             select p.provider, p.payment_id, attempt.order_id, p.external_reference, p.currency, 'pending',
               p.raw_status, p.raw_detail, p.amount, 0, p.method, p.updated_at, 'open'
             from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
               $8::numeric[], $9::text[], $10::timestamptz[])
               as p (attempt_id, provider, payment_id, external_reference, currency, raw_status, raw_detail, amount,
                 method, updated_at)
             join payment_attempts attempt on attempt.id = p.attempt_id
             order by p.provider, p.payment_id on conflict do nothing`,
      values: [
        pending.map((payment) => payment.attemptId),
        pending.map((payment) => payment.provider),
        pending.map((payment) => payment.paymentId),
        pending.map((payment) => payment.externalReference),
        pending.map((payment) => payment.currency),
        pending.map((payment) => payment.rawStatus),
        pending.map((payment) => payment.rawDetail),
        pending.map((payment) => numericFromCentavos(payment.amountCentavos)),
        pending.map((payment) => payment.method),
        pending.map((payment) => payment.updatedAt),
      ],
    }),
  ];
}
