/** Prometheus metrics of orders and payments (docs/operations.md). */
import { sql } from 'kysely';
import { Counter, type Registry } from 'prom-client';
import type { Database } from '@mare/database/connect.ts';
import type { Clock } from '../../platform/clock.ts';
import { findLedgerCheck } from '../../ledger/ledger-check.ts';
import { findLedgerProof } from '../../ledger/ledger-proof.ts';
import { atMostEvery, registerReadGauge, type Sample } from '../../platform/metrics/cached-read.ts';
import type { Payments } from '../payments.ts';

/** Cache lifetime of the row counts: limits the database load of scrapes, and is short enough for alerts. */
const COUNTED_EVERY_MS = 30_000;

/** A dead webhook that an admin has reviewed no longer counts as dead, so that the alert ends. */
const webhookStatus = sql<string>`case when status = 'dead' and reviewed_at is not null then 'reviewed' else status end`;

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
      .select((eb) => [webhookStatus.as('status'), eb.fn.countAll<number>().as('count')])
      .groupBy(webhookStatus)
      .execute(),
  );
  registerLedgerMetrics(counting, db);
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
  registerReadGauge(registry, { name, help, labelNames }, async () =>
    (await count()).map(({ count: value, ...labels }) => ({ value, ...labels }) as unknown as Sample<Label>),
  );
}

/** Of the last check: summing the ledger for every scrape would cost seconds in a large shop. */
function registerLedgerMetrics({ clock, registry }: Counting, db: Database): void {
  const read = atMostEvery(clock, COUNTED_EVERY_MS, () => findLedgerCheck(db));
  registerReadGauge(
    registry,
    {
      name: 'mare_ledger_imbalance_centavos',
      help: 'Discrepancies within the ledger and between ledger and payments; any value other than zero is a fault',
      labelNames: ['kind'],
    },
    async () => {
      const check = await read();
      if (!check) return [];
      const { strayCentavos, differenceCentavos, unbalanced, changed } = check.report;
      return [
        { kind: 'stray', value: strayCentavos },
        { kind: 'difference', value: differenceCentavos },
        { kind: 'unbalanced_transactions', value: unbalanced.length },
        { kind: 'changed_ranges', value: changed.length },
      ];
    },
  );
  const readProof = () => findLedgerProof(db);
  registerReadGauge(
    registry,
    {
      name: 'mare_ledger_proof_mismatches',
      help: 'Orders and payments that the nightly proof found to differ from the ledger or the provider',
      labelNames: ['kind'],
    },
    async () => {
      const proof = await readProof();
      return (['order', 'payment', 'provider'] as const).map((kind) => ({
        kind,
        value: proof?.mismatches.filter((mismatch) => mismatch.kind === kind).length ?? 0,
      }));
    },
  );
  registerReadGauge(
    registry,
    { name: 'mare_ledger_proved_seconds', help: 'Seconds since the nightly proof', labelNames: [] },
    async () => {
      const proof = await readProof();
      return proof ? [{ value: (clock.now().getTime() - proof.provedAt.getTime()) / 1000 }] : [];
    },
  );
  registerReadGauge(
    registry,
    {
      name: 'mare_ledger_balance_centavos',
      help: 'Balance of each ledger account; positive is a debit',
      labelNames: ['account'],
    },
    async () =>
      Object.entries((await read())?.report.accounts ?? {}).map(([account, value]) => ({ account, value })),
  );
  registerReadGauge(
    registry,
    {
      name: 'mare_ledger_checked_seconds',
      help: 'Seconds since the ledger was last checked',
      labelNames: [],
    },
    async () => {
      const check = await read();
      return check ? [{ value: (clock.now().getTime() - check.checkedAt.getTime()) / 1000 }] : [];
    },
  );
}
