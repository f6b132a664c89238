/** Prometheus metrics of orders and payments (docs/operations.md). */
import { type RawBuilder, sql } from 'kysely';
import { Counter, type Registry } from 'prom-client';
import type { Database } from '@mare/database/connection/connect.ts';
import type { Clock } from '../../platform/clock.ts';
import { findLedgerCheck } from '../../ledger/ledger-check.ts';
import { findLedgerProof } from '../../ledger/ledger-proof.ts';
import { atMostEvery, registerReadGauge, type Sample } from '../../platform/metrics/cached-read.ts';
import type { Payments } from '../payments.ts';

/** Cache lifetime of the row counts: limits the database load of scrapes, and is short enough for alerts. */
const COUNTED_EVERY_MS = 30_000;

/** Bounds the cost of a scrape: rows that ended longer ago are not counted. */
const RECENT = 'the last day, and older ones that have not ended';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Registers the metrics. Those of stored rows are read when scraped. */
export function registerPaymentMetrics(
  registry: Registry,
  { db, clock }: { db: Database; clock: Clock },
  payments: Pick<Payments, 'deliveries'>,
): void {
  const counting = { clock, registry, db };
  const since = () => new Date(clock.now().getTime() - DAY_MS);
  countRows(
    counting,
    'mare_orders',
    `Orders by state: ${RECENT}`,
    ['status'],
    () => sql`select status from orders where created_at > ${since()}
          union all select status from orders
           where status = 'pending' and closing_at is null and created_at <= ${since()}
          union all select status from orders
           where status = 'pending' and closing_at is not null and created_at <= ${since()}`,
  );
  countRows(
    counting,
    'mare_recently_paid_orders',
    'Orders paid within the last five minutes',
    [],
    () => sql`select from orders where created_at > ${new Date(clock.now().getTime() - HOUR_MS)}
           and paid_at > ${new Date(clock.now().getTime() - 5 * 60_000)}`,
  );
  countRows(
    counting,
    'mare_payments',
    'Payments of the last day by what they meant',
    ['outcome'],
    () => sql`select disposition as outcome from provider_payments where created_at > ${since()}`,
  );
  countRows(
    counting,
    'mare_payment_attempts',
    'Attempts to charge that have not ended, by state',
    ['state'],
    () => sql`select state from payment_attempts where state in ('creating', 'open', 'unknown', 'closing')`,
  );
  countRows(
    counting,
    'mare_refunds',
    `Refunds by state and reason: ${RECENT}`,
    ['state', 'reason'],
    () => sql`select state, reason from refunds where created_at > ${since()}
          union all select state, reason from refunds
           where state not in ('done', 'rejected') and created_at <= ${since()}
          union all select state, reason from refunds
           where state = 'rejected' and reviewed_at is null and created_at <= ${since()}`,
  );
  countRows(
    counting,
    'mare_webhooks',
    'Webhooks that wait, are processed or failed for good',
    ['status'],
    () => sql`select status from webhook_inbox where status in ('pending', 'processing')
          union all select status from webhook_inbox where status = 'dead' and reviewed_at is null`,
  );
  registerLedgerMetrics(counting);
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
  db: Database;
}

/** @param select the rows to count, with the labels as columns */
function countRows(
  { clock, registry, db }: Counting,
  name: string,
  help: string,
  labelNames: string[],
  select: () => RawBuilder<unknown>,
): void {
  const columns = sql.join([...labelNames.map((label) => sql.ref(label)), sql`count(*)::integer as value`]);
  const groups =
    labelNames.length > 0 ? sql`group by ${sql.join(labelNames.map((label) => sql.ref(label)))}` : sql``;
  const count = atMostEvery(clock, COUNTED_EVERY_MS, async () => {
    const query = sql<Sample<string>>`select ${columns} from (${select()}) as counted ${groups}`;
    return (await query.execute(db)).rows;
  });
  registerReadGauge(registry, { name, help, labelNames }, count);
}

/** Metrics of the last check: summing the ledger for every scrape would take seconds in a large shop. */
function registerLedgerMetrics({ clock, registry, db }: Counting): void {
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
      const { strayCentavos, differenceCentavos, unbalanced, changed, changedDays } = check.report;
      return [
        { kind: 'stray', value: strayCentavos },
        { kind: 'difference', value: differenceCentavos },
        { kind: 'unbalanced_transactions', value: unbalanced.length },
        { kind: 'changed_ranges', value: changed.length },
        { kind: 'changed_payment_days', value: changedDays.length },
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
  /**
   * Before the first success, counts from the shop's creation, so that an alert does not take 'never' for 'just now'.
   */
  const secondsSince = async (at: Date | undefined) =>
    (clock.now().getTime() - (at ?? (await firstMigratedAt(db))).getTime()) / 1000;
  registerReadGauge(
    registry,
    { name: 'mare_ledger_proved_seconds', help: 'Seconds since the nightly proof', labelNames: [] },
    async () => [{ value: await secondsSince((await readProof())?.provedAt) }],
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
    async () => [{ value: await secondsSince((await read())?.checkedAt) }],
  );
}

async function firstMigratedAt(db: Database): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select min(applied_at) as at from schema_migrations`.execute(db);
  return rows[0]!.at;
}
