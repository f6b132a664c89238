/** Loss of the database server or its data: acknowledged orders survive on the standby or in the backup. */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { connectKysely, connectPool } from '@mare/database/connection/connect.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@mare/database/embedded/embedded-postgres.ts';
import { migrate } from '@mare/database/migrating/migrate.ts';
import { addBuyer, addRifa, checkNumberCounts, line, request } from '../orders/orders.testing.ts';
import { createOrderBatchWriter } from '../orders/reservation/order-batch-writer.ts';
import { systemClock, systemRandom } from '../platform/clock.ts';
import { createLog } from '../platform/log/log.ts';
import { copyCluster } from './shop/copy-cluster.testing.ts';
import { prepareRestore } from '../ops/backup/restore.ts';
import { startTcpProxy } from './shop/tcp-proxy.testing.ts';
import { report } from './report.testing.ts';
import { onDatabase, PRIMARY_SETTINGS, promote, startStandby } from './shop/standby.testing.ts';

const folder = mkdtempSync(join(tmpdir(), 'mare-lost-'));
chmodSync(folder, 0o711);
const servers: EmbeddedPostgres[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o711 });
});

async function startPrimary(settings: Record<string, string>): Promise<EmbeddedPostgres> {
  const primary = await startEmbeddedPostgres({ dataDir: join(folder, 'primary'), durable: true, settings });
  servers.push(primary);
  await migrate(primary.url('postgres'));
  return primary;
}

function runProgram(program: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program}: ${stderr}`);
}

/** Takes orders in this process. */
function openShop(url: string) {
  const pool = connectPool({ url });
  const db = connectKysely(pool);
  const platform = { db, pool, clock: systemClock, random: systemRandom, log: createLog('silent') };
  const writer = createOrderBatchWriter(platform);
  return {
    db,
    /** @returns the id of an acknowledged order, else null */
    async order(buyer: string, rifa: string): Promise<string | null> {
      const result = await writer.reserve(request(buyer, [line(rifa, 2)])).catch(() => null);
      return result?.ok ? result.order.id : null;
    },
    async close() {
      await writer.close();
      await pool.end();
    },
  };
}

async function countStored(db: ReturnType<typeof openShop>['db'], ids: string[]): Promise<number> {
  const rows = await db.selectFrom('orders').select('id').where('id', 'in', ids).execute();
  return rows.length;
}

test('loses no acknowledged order with the primary database', { timeout: 300_000 }, async () => {
  const primary = await startPrimary(PRIMARY_SETTINGS);
  const [tcpProxy, replication] = [await startTcpProxy(), await startTcpProxy()];
  const standby = await startStandby(primary, join(folder, 'primary'), replication);
  servers.push(standby);
  // Unreplicated commits are lost: an order acknowledged before replication would be missing.
  replication.slowDown(60);
  const portOf = (server: EmbeddedPostgres) => Number(new URL(server.url('postgres')).port);
  tcpProxy.forwardTo([portOf(primary)]);
  const url = new URL(primary.url('postgres'));
  url.port = String(tcpProxy.port);
  const shop = openShop(url.href);
  const buyer = await addBuyer(shop.db);
  const rifa = await addRifa(shop.db, 5000);

  const acknowledged: string[] = [];
  let failover: Promise<void> | undefined;
  let seconds = 0;
  let failedAttempts = 0;
  const failOver = async () => {
    const failedAt = performance.now();
    replication.cut(1);
    await primary.kill();
    await promote(standby);
    tcpProxy.forwardTo([portOf(standby)]);
    for (;;) {
      failedAttempts += 1;
      if (await shop.order(buyer, rifa)) break;
      await pause(10);
    }
    seconds = (performance.now() - failedAt) / 1000;
  };
  const buyers = Array.from({ length: 8 }, async () => {
    // Half of the orders before the failover, half after it.
    while (acknowledged.length < 120) {
      const id = await shop.order(buyer, rifa);
      if (id) acknowledged.push(id);
      else {
        failedAttempts += 1;
        await pause(20);
      }
      if (acknowledged.length >= 60) failover ??= failOver();
    }
  });
  await Promise.all(buyers);
  await failover;
  expect(await countStored(shop.db, acknowledged)).toBe(acknowledged.length);
  await checkNumberCounts(shop.db, rifa);
  report({
    run: 'database lost',
    seconds: Math.ceil(seconds),
    operations: {
      'order, acknowledged': acknowledged.length,
      'order, tried during the failover': failedAttempts,
    },
    faulted: failedAttempts,
    faults: { 'primary database killed, standby promoted': 1 },
    lost: 0,
  });
  await shop.close();
  await tcpProxy.close();
  await replication.close();
});

test(
  'restores to the moment before a mistake from a backup and the WAL archive',
  { timeout: 300_000 },
  async () => {
    const archive = join(folder, 'archive');
    mkdirSync(archive);
    chmodSync(archive, 0o777);
    const primary = await startPrimary({
      archive_mode: 'on',
      archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f`,
    });
    const shop = openShop(primary.url('postgres'));
    const buyer = await addBuyer(shop.db);
    const rifa = await addRifa(shop.db, 1000);
    const before = await shop.order(buyer, rifa);
    const backup = join(folder, 'backup');
    await copyCluster(primary, join(folder, 'primary'), backup);
    const after = await shop.order(buyer, rifa);
    await shop.close();

    let moment = '';
    await onDatabase(primary, async (client) => {
      const { rows } = await client.query<{ at: string }>('select clock_timestamp()::text as at');
      moment = rows[0]!.at;
      await client.query('truncate orders cascade');
      const { rows: wal } = await client.query<{ file: string }>(
        'select pg_walfile_name(pg_current_wal_lsn()) as file, pg_switch_wal()',
      );
      for (;;) {
        const { rows: archived } = await client.query<{ file: string | null }>(
          'select last_archived_wal as file from pg_stat_archiver',
        );
        if ((archived[0]!.file ?? '') >= wal[0]!.file) return;
        await pause(20);
      }
    });

    const restoreStarted = performance.now();
    const restored = join(folder, 'restored');
    mkdirSync(restored);
    cpSync(join(backup, 'password'), join(restored, 'password'));
    prepareRestore({
      backup: join(backup, 'postgres'),
      archive,
      to: join(restored, 'postgres'),
      moment: new Date(moment),
      wal: null,
    });
    const { uid, gid } = statSync(join(backup, 'postgres'));
    runProgram('chown', '-R', `${uid}:${gid}`, join(restored, 'postgres'));
    const server = await startEmbeddedPostgres({ dataDir: restored, durable: true });
    servers.push(server);
    await onDatabase(server, async (client) => {
      for (;;) {
        const { rows } = await client.query<{ running: boolean }>('select pg_is_in_recovery() as running');
        if (!rows[0]!.running) return;
        await pause(20);
      }
    });
    const seconds = Math.round((performance.now() - restoreStarted) / 1000);
    const restoredShop = openShop(server.url('postgres'));
    expect(await countStored(restoredShop.db, [before!, after!])).toBe(2);
    expect(await checkNumberCounts(restoredShop.db, rifa)).toMatchObject({ reserved: 4, free: 996 });
    expect(await restoredShop.order(buyer, rifa)).not.toBeNull();
    report({
      run: 'database lost',
      seconds,
      operations: { 'order, acknowledged': 2 },
      faulted: 0,
      faults: { 'orders deleted, restored to the moment before': 1 },
      lost: 0,
    });
    await restoredShop.close();
  },
);
