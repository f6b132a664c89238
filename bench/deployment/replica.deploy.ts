/**
 * Public reads from a streaming replica: the primary serves few of them, a sale is visible within a second, and a replica
 * that lags or is lost is no longer used. `npm run test:deploy -- replica`.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connectKysely, connectPool } from '@mare/database/connection/connect.ts';
import { startEmbeddedPostgres } from '@mare/database/embedded/embedded-postgres.ts';
import { migrate } from '@mare/database/migrating/migrate.ts';
import { copyCluster } from '@mare/server/soak/shop/copy-cluster.testing.ts';
import { PRIMARY_SETTINGS } from '@mare/server/soak/shop/standby.testing.ts';
import { createCleanup } from '../processes/cleanup.ts';
import { startWebProcess } from '../processes/processes.ts';
import { addSoldRifa } from '../shop/sold-rifas.ts';
import { reportPass } from './purchase.ts';

const READS = 500;
const SALES = 20;
const GOAL_MS = 1_000;

const folder = mkdtempSync(join(tmpdir(), 'mare-replica-'));
chmodSync(folder, 0o711);
const cleanup = createCleanup();
cleanup.add(() => Promise.resolve(rmSync(folder, { recursive: true, force: true })));
try {
  const primary = await startEmbeddedPostgres({
    dataDir: join(folder, 'primary'),
    durable: true,
    settings: PRIMARY_SETTINGS,
  });
  cleanup.add(() => primary.stop());
  const url = primary.url('postgres');
  await migrate(url);
  const pool = connectPool({ url, max: 2 });
  cleanup.add(() => pool.end());
  const rifaId = await addSoldRifa(connectKysely(pool), pool, 10_000, 0.5);

  await copyCluster(primary, join(folder, 'primary'), join(folder, 'replica'), 'standby.signal');
  const { hostname, port, username, password } = new URL(url);
  const replica = await startEmbeddedPostgres({
    dataDir: join(folder, 'replica'),
    durable: true,
    settings: {
      ...PRIMARY_SETTINGS,
      primary_conninfo: `host=${hostname} port=${port} user=${username} password=${password}`,
    },
  });
  cleanup.add(() => replica.stop());
  const replicaPool = connectPool({ url: replica.url('postgres'), max: 1 });
  cleanup.add(() => replicaPool.end());

  const web = await startWebProcess(url, cleanup, {
    settings: { DATABASE_REPLICA_URL: replica.url('postgres') },
  });
  const rifaUrl = `http://127.0.0.1:${web.port}/api/rifas/${rifaId}`;
  /** @param query distinct for each read that no cached response may answer */
  const read = async (query = '') => {
    const response = await fetch(rifaUrl + query);
    if (!response.ok) throw new Error(`answered ${response.status}`);
    return ((await response.json()) as { soldNumbers: number }).soldNumbers;
  };
  await pause(1_500);

  const before = await countScans();
  for (let count = 0; count < READS; count++) await read(`?uncached=${count}`);
  // PostgreSQL flushes a connection's statistics once it has been idle for ten seconds.
  await pause(11_000);
  const after = await countScans();
  const [onPrimary, onReplica] = [after.primary - before.primary, after.replica - before.replica];
  if (onReplica < READS * 0.8 || onPrimary > READS * 0.2)
    throw new Error(`the replica served ${onReplica} reads, the primary ${onPrimary}`);
  reportPass(`${READS} public reads of a rifa: the replica served ${onReplica}, the primary ${onPrimary}`);

  const slowest = await slowestSale(1_000);
  if (slowest > GOAL_MS) throw new Error(`a sale was visible after ${slowest} ms`);
  reportPass(`each of ${SALES} sales was visible within ${Math.round(slowest)} ms`);

  await replicaPool.query('select pg_wal_replay_pause()');
  const slowestWithLag = await slowestSale(2_000);
  if (slowestWithLag > GOAL_MS)
    throw new Error(`with a lagging replica, a sale was visible after ${slowestWithLag} ms`);
  reportPass(
    `with a lagging replica, each of ${SALES} sales was visible within ${Math.round(slowestWithLag)} ms: the primary serves`,
  );
  await replicaPool.query('select pg_wal_replay_resume()');
  await pause(1_500);

  let failed = 0;
  const reads = Array.from({ length: READS }, (_, index) => async () => {
    if (index === 100) void replica.kill();
    await read(`?killed=${index}`).catch(() => failed++);
  });
  for (const read of reads) await read();
  reportPass(
    `the replica was killed during ${READS} reads: ${failed} failed, the primary served all later ones`,
  );
  if (failed > 10) throw new Error('too many reads failed with the replica');

  async function countScans(): Promise<{ primary: number; replica: number }> {
    const count = async (from: typeof pool) => {
      const { rows } = await from.query<{ scans: number }>(
        "select coalesce(seq_scan, 0) + coalesce(idx_scan, 0) as scans from pg_stat_user_tables where relname = 'rifas'",
      );
      return rows[0]!.scans;
    };
    return { primary: await count(pool), replica: await count(replicaPool) };
  }

  /** Milliseconds until the slowest of several sales was visible. */
  async function slowestSale(from: number): Promise<number> {
    let longest = 0;
    for (let sold = from; sold < from + SALES; sold++) {
      await pool.query('update rifas set sold_numbers = $2 where id = $1', [rifaId, sold]);
      const began = performance.now();
      while ((await read()) !== sold) await pause(5);
      longest = Math.max(longest, performance.now() - began);
    }
    return longest;
  }
} finally {
  await cleanup.run();
}
