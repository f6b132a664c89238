/** A ledger whose old entries are summed in small segments by the check, for tests. */
import { sql } from 'kysely';
import { Registry } from 'prom-client';
import { postToLedger } from '../../ledger/post-to-ledger.ts';
import { createPaymentsTestbed, until } from '../payments.testing.ts';
import { checkLedger } from './check-ledger.job.ts';
import { registerPaymentMetrics } from './payment-metrics.ts';

/** Few ids, so that a test closes several. */
export const POLICY = { size: 10, most: 3, passRuns: 1 };
export const HOUR_S = 3_600;

let keys = 0;
/** A transaction with two entries, between accounts without payments. */
export const transfer = (amountCentavos: number, from = 'sales:a', to = 'demo_receivable') => ({
  key: `test:${keys++}`,
  entries: [
    { account: to, amountCentavos },
    { account: from, amountCentavos: -amountCentavos },
  ],
});

export type SegmentsTestbed = Awaited<ReturnType<typeof createSegmentsTestbed>>;

export async function createSegmentsTestbed() {
  const bed = await createPaymentsTestbed();

  /** Runs statements with the triggers disabled, as damage to the database would. */
  async function withoutTriggers(statements: string): Promise<void> {
    const client = await bed.pool.connect();
    try {
      await client.query(`begin; set local session_replication_role = replica; ${statements}; commit`);
    } finally {
      client.release();
    }
  }

  /**
   * Waits for the transactions that run in other databases of the server: their ids count in every snapshot, and a range
   * closes only after all transactions older than the previous check have ended.
   */
  async function untilOthersEnd(): Promise<void> {
    const running = async () => {
      const { rows } = await sql<{ xid: string }>`
        select backend_xid::text as xid from pg_stat_activity
        where backend_xid is not null and datname <> current_database()`.execute(bed.db);
      return rows.map(({ xid }) => xid);
    };
    const before = new Set(await running());
    await until(async () => !(await running()).some((xid) => before.has(xid)));
  }

  const readSegments = () =>
    bed.db
      .selectFrom('ledgerSegments')
      .select(['firstId', 'lastId', 'entries', 'verifiedAt', 'differsSince'])
      .orderBy('firstId')
      .execute();

  return {
    ...bed,
    withoutTriggers,
    readSegments,
    readFirstIds: async () => (await readSegments()).map(({ firstId }) => firstId),

    reset: () =>
      withoutTriggers(
        'truncate ledger_entries restart identity; truncate ledger_segments; delete from ledger_check; delete from notifications',
      ),

    post: (count: number) =>
      postToLedger(
        bed.db,
        Array.from({ length: count }, () => transfer(100)),
        bed.clock.now(),
      ),

    /** The next hourly check. @returns whether the ledger balances */
    async check(): Promise<boolean> {
      bed.clock.advance(HOUR_S);
      await untilOthersEnd();
      return checkLedger(bed.platform, POLICY).then(
        () => true,
        (error: unknown) => {
          if (!String(error).includes('the ledger does not balance')) throw error;
          return false;
        },
      );
    },

    async readMetric(kind: string): Promise<number> {
      const registry = new Registry();
      registerPaymentMetrics(registry, bed.platform, bed.payments);
      const found = new RegExp(`mare_ledger_imbalance_centavos\\{kind="${kind}"\\} (\\S+)`).exec(
        await registry.metrics(),
      );
      return Number(found?.[1]);
    },
  };
}
