/**
 * A web process for tests: serves the API on a free port and prints that port. Runs as
 * `node serve-notifications.testing.ts DATABASE_URL PUBLIC_URL`; exits when its standard input ends.
 */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { connectKysely, connectPool } from '@mare/database/connection/connect.ts';
import { serveApi } from '../endpoints/api-handler.ts';
import { createCaches } from '../platform/caching/caches.ts';
import { systemClock, systemRandom } from '../platform/clock.ts';
import { readConfig } from '../platform/config/config.ts';
import { createHttpApp } from '../platform/http/http.ts';
import { startJobs } from '../platform/jobs/jobs.ts';
import { createLog } from '../platform/log/log.ts';
import type { Platform } from '../platform/platform.ts';
import { createRouter } from '../composition/router.ts';
import { createServices } from '../composition/services.ts';

const [url = '', publicUrl = ''] = process.argv.slice(2);
const log = createLog('silent');
const pool = connectPool({ url, max: 5 });
const platform: Platform = {
  config: readConfig({ PUBLIC_URL: publicUrl }),
  db: connectKysely(pool),
  pool,
  caches: createCaches(),
  jobs: await startJobs(url, log, false),
  mailer: { send: () => Promise.resolve() },
  clock: systemClock,
  random: systemRandom,
  log,
};
const app = createHttpApp(log);
serveApi(app, platform, createRouter(createServices(platform)));
const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
await once(server, 'listening');
process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
process.stdin.on('end', () => process.exit()).resume();
