/** Runs the payment sandbox with a separate database, so that its cost is not measured. Replies with its port. */
import { realpathSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { connectPool } from '@mare/database/connection/connect.ts';
import { startEmbeddedPostgres } from '@mare/database/embedded/embedded-postgres.ts';
import { migrate } from '@mare/database/migrating/migrate.ts';
import { SANDBOX_SECRET, SANDBOX_TOKEN } from '@mare/server/payments/providers/create-providers.ts';
import { createSandbox } from '@mare/server/payments/sandbox/sandbox.ts';
import { systemClock, systemRandom } from '@mare/server/platform/clock.ts';
import { createLog } from '@mare/server/platform/log/log.ts';

const CONNECTIONS = 20;
const dataDir = join(import.meta.dirname, '../../.data/bench-provider');

const database = await startEmbeddedPostgres({ dataDir, durable: false, maxConnections: CONNECTIONS + 10 });
await migrate(database.url('postgres'));
const pool = connectPool({ url: database.url('postgres'), max: CONNECTIONS });
const sandbox = createSandbox({
  publicUrl: 'http://provider.localhost',
  storeUrl: process.env.PUBLIC_URL!,
  token: SANDBOX_TOKEN,
  webhookSecret: SANDBOX_SECRET,
  pool,
  clock: systemClock,
  random: systemRandom,
  log: createLog('error'),
  endHold: () => Promise.resolve(false),
});
const server = createAdaptorServer({
  fetch: sandbox.app.fetch,
  serverOptions: { keepAliveTimeout: 600_000 },
});
server.listen({ port: 0, host: '127.0.0.1' }, () => process.send!((server.address() as AddressInfo).port));

process.on('disconnect', () => void stop().finally(() => process.exit()));

async function stop(): Promise<void> {
  await sandbox.close();
  await pool.end();
  await database.stop();
  // A symlink when the server's account cannot reach this folder.
  rmSync(realpathSync(join(dataDir, 'postgres')), { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
}
