/** The server without pages. Exits with its parent. */
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { setHeapGrowth } from '@mare/server/platform/heap-growth.ts';
import { createServerWithFastPath, BACKLOG } from '@mare/server/platform/http/serve-until-drained.ts';
import { openReplica } from '@mare/server/platform/database/replica.ts';
import { createRouter } from '@mare/server/composition/router.ts';
import { createServerApp } from '@mare/server/composition/web-app.ts';
import { createBenchPlatform } from './bench-platform.ts';

/** Same as in production. */
const CONNECTIONS = 14;
setHeapGrowth('web');

const { platform, services } = await createBenchPlatform(false, CONNECTIONS, { send: async () => undefined });
if (platform.config.databaseReplicaUrl)
  platform.replica = openReplica(platform.config.databaseReplicaUrl, platform);
const app = await createServerApp(platform, services, createRouter(services), { cachesReads: true });
// Creating a large rifa takes minutes: an idle connection closed by then would fail the next order.
const serverOptions = { keepAliveTimeout: 600_000 };
const server = createAdaptorServer({
  fetch: app.fetch,
  createServer: createServerWithFastPath(app),
  serverOptions,
});
const port = Number(process.env.BENCH_PORT ?? 0);
server.listen({ port, host: '127.0.0.1', backlog: BACKLOG }, () => {
  if (process.connected) process.send!((server.address() as AddressInfo).port);
});
process.on('disconnect', () => process.exit());
