/** Prometheus metrics of orders and payments (docs/operations.md). */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Database } from '@mare/database/connect.ts';
import type { Clock } from '../../platform/clock.ts';
import { readLedger } from '../../ledger/read-ledger.ts';
import type { Payments } from '../payments.ts';

/** Cache lifetime of the row counts: limits the database load of scrapes, and is short enough for alerts. */
const COUNTED_EVERY_MS = 30_000;
const LEDGER_READ_EVERY_MS = 300_000;

/** Registers the metrics. Those of stored rows are read when scraped. */
export function registerPaymentMetrics(
  registry: Registry,
  { db, clock }: { db: Database; clock: Clock },
  payments: Pick<Payments, 'deliveries'>,
): void {
  const counting = { clock, registry };
  countRows(counting, 'mare_orders', 'Orders by state', ['status'], () =>
    db
      .selectFrom('orders')
      .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
      .groupBy('status')
      .execute(),
  );
  countRows(counting, 'mare_payments', 'Payments read at the provider, by what they meant', ['outcome'], () =>
    db
      .selectFrom('providerPayments')
      .select((eb) => ['disposition as outcome', eb.fn.countAll<number>().as('count')])
      .groupBy('disposition')
      .execute(),
  );
  countRows(counting, 'mare_payment_attempts', 'Attempts to charge by state', ['state'], () =>
    db
      .selectFrom('paymentAttempts')
      .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
      .groupBy('state')
      .execute(),
  );
  countRows(counting, 'mare_refunds', 'Refunds by state and reason', ['state', 'reason'], () =>
    db
      .selectFrom('refunds')
      .select((eb) => ['state', 'reason', eb.fn.countAll<number>().as('count')])
      .groupBy(['state', 'reason'])
      .execute(),
  );
  countRows(counting, 'mare_webhooks', 'Webhooks taken in, by what became of them', ['status'], () =>
    db
      .selectFrom('webhookInbox')
      .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
      .groupBy('status')
      .execute(),
  );
  measureLedger(counting, db);
  registry.registerMetric(
    new Counter({
      name: 'mare_webhook_deliveries_total',
      help: 'Webhook deliveries received by this process, by result',
      labelNames: ['result'] as const,
      registers: [],
      collect() {
        this.reset();
        for (const [result, count] of Object.entries(payments.deliveries)) this.inc({ result }, count);
      },
    }),
  );
}

interface Counting {
  clock: Clock;
  registry: Registry;
}

function countRows<Label extends string>(
  { clock, registry }: Counting,
  name: string,
  help: string,
  labelNames: Label[],
  read: () => Promise<({ count: number } & Record<Label, string>)[]>,
): void {
  const count = atMostEvery(clock, COUNTED_EVERY_MS, read);
  registry.registerMetric(
    new Gauge({
      name,
      help,
      labelNames,
      registers: [],
      async collect() {
        const rows = await count();
        this.reset();
        for (const { count: value, ...labels } of rows)
          this.set(labels as unknown as Record<Label, string>, value);
      },
    }),
  );
}

function measureLedger({ clock, registry }: Counting, db: Database): void {
  const read = atMostEvery(clock, LEDGER_READ_EVERY_MS, () => readLedger(db));
  registry.registerMetric(
    new Gauge({
      name: 'mare_ledger_imbalance_centavos',
      help: 'Discrepancies within the ledger and between ledger and payments; any value other than zero is a fault',
      labelNames: ['kind'] as const,
      registers: [],
      async collect() {
        const { strayCentavos, differenceCentavos, unbalanced } = await read();
        this.set({ kind: 'stray' }, strayCentavos);
        this.set({ kind: 'difference' }, differenceCentavos);
        this.set({ kind: 'unbalanced_transactions' }, unbalanced.length);
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: 'mare_ledger_balance_centavos',
      help: 'Balance of each ledger account; positive is a debit',
      labelNames: ['account'] as const,
      registers: [],
      async collect() {
        const { accounts } = await read();
        for (const [account, centavos] of Object.entries(accounts)) this.set({ account }, centavos);
      },
    }),
  );
}

/** Caches the result of `read` for `everyMs`. Failures are not cached. */
function atMostEvery<T>(clock: Clock, everyMs: number, read: () => Promise<T>): () => Promise<T> {
  let last: { at: number; answer: Promise<T> } | null = null;
  return () => {
    const now = clock.now().getTime();
    if (last && now - last.at < everyMs) return last.answer;
    const answer = read();
    last = { at: now, answer };
    answer.catch(() => {
      last = null;
    });
    return answer;
  };
}
