/** The server without pages on a free port, with a stub payment provider. Exits with its parent. */
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { connectKysely, connectPool } from '@mare/database/connect.ts';
import { orderEvents } from '@mare/server/orders/lifecycle/order-events.ts';
import { createLiveDraws } from '@mare/server/draws/audience/live-draws.ts';
import { createLiveNotifications } from '@mare/server/notifications/live-notifications.ts';
import { createOrderBatchWriter } from '@mare/server/orders/reservation/order-batch-writer.ts';
import { createPayments } from '@mare/server/payments/payments.ts';
import { createCaches } from '@mare/server/platform/caching/caches.ts';
import { createServerWithFastPath, BACKLOG } from '@mare/server/platform/http/serve-until-drained.ts';
import { systemClock, systemRandom } from '@mare/server/platform/clock.ts';
import { readConfig } from '@mare/server/platform/config/config.ts';
import { startJobs } from '@mare/server/platform/jobs.ts';
import { createLog } from '@mare/server/platform/log/log.ts';
import type { Platform } from '@mare/server/platform/platform.ts';
import { openReplica } from '@mare/server/platform/database/replica.ts';
import { createRouter } from '@mare/server/router.ts';
import { createServerApp } from '@mare/server/web-app.ts';
import { instantProvider } from '../shop/instant-provider.ts';

/** Same as in production. */
const CONNECTIONS = 20;

const config = readConfig(process.env);
const log = createLog('error');
const url = config.databaseUrl!;
const pool = connectPool({ url, directUrl: config.databaseDirectUrl, max: CONNECTIONS });
const jobs = await startJobs(config.databaseDirectUrl ?? url, log, false);
await jobs.prepare(Object.values(orderEvents));
const platform: Platform = {
  config,
  db: connectKysely(pool),
  pool,
  caches: createCaches(),
  jobs,
  mailer: { send: async () => undefined },
  clock: systemClock,
  random: systemRandom,
  log,
};
if (config.databaseReplicaUrl) platform.replica = openReplica(config.databaseReplicaUrl, platform);
const orderBatchWriter = createOrderBatchWriter(platform);
const payments = createPayments(platform, { provider: instantProvider });
const services = {
  orderBatchWriter,
  payments,
  liveNotifications: createLiveNotifications(platform),
  liveDraws: createLiveDraws(platform),
  endStreams: () => Promise.resolve(),
  stop: () => Promise.resolve(),
};
const app = await createServerApp(platform, services, createRouter(services), { cachesReads: true });
// Creating a large rifa takes minutes: an idle connection closed by then would fail the next order.
const serverOptions = { keepAliveTimeout: 600_000 };
const server = createAdaptorServer({
  fetch: app.fetch,
  createServer: createServerWithFastPath(app),
  serverOptions,
});
server.listen({ port: 0, host: '127.0.0.1', backlog: BACKLOG }, () => {
  if (process.connected) process.send!((server.address() as AddressInfo).port);
});
process.on('disconnect', () => process.exit());
