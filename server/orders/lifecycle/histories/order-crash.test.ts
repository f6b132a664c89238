/** Crashes between any two steps: the data stays consistent, and acknowledged orders survive. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectKysely, connectPool, type Database } from '@mare/database/connection/connect.ts';
import { startEmbeddedPostgres } from '@mare/database/embedded/embedded-postgres.ts';
import { migrate } from '@mare/database/migrating/migrate.ts';
import { type ConnectionCut, startFaultyProxy, untilServerIsDone } from './faulty-proxy.testing.ts';
import type { OrderAcknowledgement } from './order-life.testing.ts';
import {
  addBuyer,
  addRifa,
  checkNumberCounts,
  createOrderTestbed,
  line,
  request,
} from '../../orders.testing.ts';
import { report } from '../../../soak/report.testing.ts';
import { createOrderBatchWriter } from '../../reservation/order-batch-writer.ts';

let bed: Awaited<ReturnType<typeof createOrderTestbed>>;
let buyer: string;
beforeAll(async () => {
  bed = await createOrderTestbed({ maxConnections: 12 });
  buyer = await addBuyer(bed.db);
});
afterAll(() => bed.drop());

/** Kills the process with SIGKILL at the cut. @returns its acknowledgements, and whether it finished */
async function runUntilCut(cut: ConnectionCut) {
  const rifas = await Promise.all([addRifa(bed.db, 2000), addRifa(bed.db, 40)]);
  const proxy = await startFaultyProxy(bed.url, cut, () => lifeProcess.kill('SIGKILL'));
  const lifeProcess = spawn(process.execPath, [
    join(import.meta.dirname, 'order-life.testing.ts'),
    proxy.url,
    buyer,
    ...rifas,
  ]);
  let output = '';
  let faults = '';
  lifeProcess.stdout.on('data', (data: Buffer) => (output += data.toString()));
  lifeProcess.stderr.on('data', (data: Buffer) => (faults += data.toString()));
  await once(lifeProcess, 'close');
  if (!proxy.isCut() && lifeProcess.exitCode !== 0) throw new Error(faults);
  await proxy.close();
  const promises = output
    .split('\n')
    .filter(Boolean)
    .map((row) => JSON.parse(row) as OrderAcknowledgement);
  return { rifas, promises, steps: proxy.seen(), finished: lifeProcess.exitCode === 0 };
}

async function checkAcknowledgedOrders(db: Database, promises: OrderAcknowledgement[]): Promise<void> {
  for (const { promised, id } of promises) {
    const order = await db.selectFrom('orders').select('status').where('id', '=', id).executeTakeFirst();
    expect(order, 'an acknowledged order is stored').toBeDefined();
    if (promised === 'paid' && order!.status !== 'paid') throw new Error(`a paid order is ${order!.status}`);
  }
}

test('leaves consistent data when a process is killed between any two steps', async () => {
  const whole = await runUntilCut({ at: Number.POSITIVE_INFINITY, isDelivered: false });
  expect(whole.finished).toBe(true);
  await checkAcknowledgedOrders(bed.db, whole.promises);
  expect(await checkNumberCounts(bed.db, whole.rifas[1])).toMatchObject({ reserved: 4, sold: 3 });

  // Starting a process is slow: CRASH_STEPS=1 tests every step, the default a sample.
  const began = performance.now();
  let crashes = 0;
  const stride = Number(process.env.CRASH_STEPS ?? Math.ceil(whole.steps / 5));
  for (let at = 1; at <= whole.steps; at += stride)
    for (const isDelivered of [false, true]) {
      const { rifas, promises } = await runUntilCut({ at, isDelivered });
      await untilServerIsDone(bed.pool);
      await checkAcknowledgedOrders(bed.db, promises);
      for (const rifa of rifas) await checkNumberCounts(bed.db, rifa);
      crashes += 1;
    }
  report({
    run: 'crashes',
    seconds: Math.round((performance.now() - began) / 1000),
    operations: { 'purchase with a killed process': crashes },
    faulted: crashes,
    faults: { 'process killed between two messages to the database': crashes },
    lost: 0,
  });
}, 600_000);

test('keeps every acknowledged order after a database crash under load', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'mare-crash-'));
  chmodSync(dataDir, 0o711);
  const server = await startEmbeddedPostgres({ dataDir, durable: true });
  const url = server.url('postgres');
  await migrate(url);
  const pool = connectPool({ url });
  const db = connectKysely(pool);
  const writer = createOrderBatchWriter({ ...bed.platform, db, pool });
  try {
    const user = await addBuyer(db);
    const rifa = await addRifa(db, 5000);
    const promises: OrderAcknowledgement[] = [];
    const rushed = Array.from({ length: 400 }, async (_, index) => {
      const input = request(user, [line(rifa, 3)]);
      const result = await writer.reserve(input).catch(() => null);
      if (result?.ok) promises.push({ promised: 'order', id: result.order.id });
      if (index === 100) await crash(pool);
    });
    await Promise.all(rushed);
    await waitForRecovery(pool);
    const late = await writer.reserve(request(user, [line(rifa, 3)]));
    expect(late).toMatchObject({ ok: true });
    expect(promises.length).toBeGreaterThan(100);
    await checkAcknowledgedOrders(db, promises);
    await checkNumberCounts(db, rifa);
  } finally {
    await writer.close();
    await pool.end();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

/** Killing one server process makes PostgreSQL drop every connection and recover from its WAL. */
async function crash(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  process.kill(rows[0]!.pid, 'SIGKILL');
}

async function waitForRecovery(pool: pg.Pool): Promise<void> {
  for (;;)
    try {
      await pool.query('select 1');
      return;
    } catch (error) {
      if (!(error instanceof Error)) throw error;
    }
}
