/**
 * Public reads from a second PostgreSQL that follows the first: the first is spared, a sale is seen within a second, and
 * a copy that falls behind or is lost is not asked any more. `npm run test:deploy -- replica`.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connectKysely, connectPool } from '@mare/database/connect.ts';
import { startEmbeddedPostgres } from '@mare/database/embedded/embedded-postgres.ts';
import { migrate } from '@mare/database/migrate.ts';
import { copyCluster } from '@mare/server/soak/shop/copy-cluster.testing.ts';
import { PRIMARY_SETTINGS } from '@mare/server/soak/shop/standby.testing.ts';
import { closeAtTheEnd } from '../processes/closing.ts';
import { startWebProcess } from '../processes/processes.ts';
import { addSoldRifa } from '../shop/sold-rifas.ts';
import { say } from './journey.ts';

const READS = 500;
const SALES = 20;
const GOAL_MS = 1_000;

const folder = mkdtempSync(join(tmpdir(), 'mare-replica-'));
chmodSync(folder, 0o711);
const closing = closeAtTheEnd();
closing.add(() => Promise.resolve(rmSync(folder, { recursive: true, force: true })));
try {
  const first = await startEmbeddedPostgres({
    dataDir: join(folder, 'first'),
    durable: true,
    settings: PRIMARY_SETTINGS,
  });
  closing.add(() => first.stop());
  const url = first.url('postgres');
  await migrate(url);
  const pool = connectPool({ url, max: 2 });
  closing.add(() => pool.end());
  const rifaId = await addSoldRifa(connectKysely(pool), pool, 10_000, 0.5);

  await copyCluster(first, join(folder, 'first'), join(folder, 'copy'), 'standby.signal');
  const { hostname, port, username, password } = new URL(url);
  const copy = await startEmbeddedPostgres({
    dataDir: join(folder, 'copy'),
    durable: true,
    settings: {
      ...PRIMARY_SETTINGS,
      primary_conninfo: `host=${hostname} port=${port} user=${username} password=${password}`,
    },
  });
  closing.add(() => copy.stop());
  const copyPool = connectPool({ url: copy.url('postgres'), max: 1 });
  closing.add(() => copyPool.end());

  const web = await startWebProcess(url, closing, {
    settings: { DATABASE_REPLICA_URL: copy.url('postgres') },
  });
  const address = `http://127.0.0.1:${web.port}/api/rifas/${rifaId}`;
  const read = async () => {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`answered ${answer.status}`);
    return ((await answer.json()) as { soldNumbers: number }).soldNumbers;
  };
  await pause(1_500);

  const before = await scans();
  for (let count = 0; count < READS; count++) await read();
  // What a connection did last is counted once it has been idle for ten seconds.
  await pause(11_000);
  const after = await scans();
  const [spared, asked] = [after.first - before.first, after.copy - before.copy];
  if (asked < READS * 0.8 || spared > READS * 0.2)
    throw new Error(`the copy was asked ${asked} times, the first ${spared}`);
  say(`${READS} public reads: the copy was asked ${asked} times for a rifa, the first ${spared} times`);

  const slowest = await slowestSale(1_000);
  if (slowest > GOAL_MS) throw new Error(`a sale was seen after ${slowest} ms`);
  say(`each of ${SALES} sales was seen within ${Math.round(slowest)} ms`);

  await copyPool.query('select pg_wal_replay_pause()');
  const behind = await slowestSale(2_000);
  if (behind > GOAL_MS) throw new Error(`with the copy held up, a sale was seen after ${behind} ms`);
  say(
    `with the copy held up, each of ${SALES} sales was seen within ${Math.round(behind)} ms: the first one answers`,
  );
  await copyPool.query('select pg_wal_replay_resume()');
  await pause(1_500);

  let lost = 0;
  const reads = Array.from({ length: READS }, (_, index) => async () => {
    if (index === 100) void copy.kill();
    await read().catch(() => lost++);
  });
  for (const one of reads) await one();
  say(`the copy was killed amid ${READS} reads: ${lost} were not answered, and all later ones by the first`);
  if (lost > 10) throw new Error('too many reads were lost with the copy');

  async function scans(): Promise<{ first: number; copy: number }> {
    const count = async (from: typeof pool) => {
      const { rows } = await from.query<{ scans: number }>(
        "select coalesce(seq_scan, 0) + coalesce(idx_scan, 0) as scans from pg_stat_user_tables where relname = 'rifas'",
      );
      return rows[0]!.scans;
    };
    return { first: await count(pool), copy: await count(copyPool) };
  }

  /** Milliseconds until the slowest of some sales was seen. */
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
  await closing.run();
}
