/** The demo shop without its pages, in this process, for tests that span features. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { connectKysely, connectPool } from '@mare/database/connection/connect.ts';
import { createTestDatabase, type FilledTemplate } from '@mare/database/testing/create-database.testing.ts';
import type pg from 'pg';
import { serveApi } from '../endpoints/api-handler.ts';
import { loadDemo } from '../demo/load-demo.ts';
import { createCaches } from '../platform/caching/caches.ts';
import { systemClock, systemRandom } from '../platform/clock.ts';
import { type Config, readConfig } from '../platform/config/config.ts';
import { createHttpApp, type HttpApp } from '../platform/http/http.ts';
import { startJobs } from '../platform/jobs/jobs.ts';
import { createLog, type Log } from '../platform/log/log.ts';
import type { Platform } from '../platform/platform.ts';
import { createRouter } from '../composition/router.ts';
import { createServices } from '../composition/services.ts';
import { createServerApp } from '../composition/web-app.ts';
import { JOBS } from '../composition/worker.ts';

export type DemoShop = Awaited<ReturnType<typeof startDemoShop>>;

/** The demonstration is loaded once per run. */
const DEMO: FilledTemplate = {
  name: 'mare_demo',
  async fill(url) {
    const dataDir = mkdtempSync(join(tmpdir(), 'mare-shop-'));
    const pool = connectPool({ url });
    const platform = await openPlatform(pool, url, readConfig({ DATA_DIR: dataDir }), createLog('silent'));
    try {
      await loadDemo(platform);
    } finally {
      await platform.jobs.stop();
      await pool.end();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};

async function openPlatform(pool: pg.Pool, url: string, config: Config, log: Log) {
  const jobs = await startJobs(url, log, false);
  await jobs.prepare(JOBS);
  return {
    config,
    db: connectKysely(pool),
    pool,
    caches: createCaches(),
    jobs,
    mailer: { send: () => Promise.resolve() },
    clock: systemClock,
    random: systemRandom,
    log,
  } satisfies Platform;
}

export async function startDemoShop(log: Log) {
  const database = await createTestDatabase({ template: DEMO });
  const dataDir = mkdtempSync(join(tmpdir(), 'mare-shop-'));
  const site = new Hono();
  const server = serve({ fetch: site.fetch, port: 0, hostname: '127.0.0.1' });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const config = readConfig({
    DATA_DIR: dataDir,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    TRUSTED_PROXY_HOPS: '1',
  });
  const platform = await openPlatform(database.pool, database.url, config, log);
  const services = createServices(platform);
  const router = createRouter(services);
  const { app } = await createServerApp(platform, services, router);
  site.route('/', app);

  return {
    platform,
    /** URL of the database. */
    url: database.url,
    router,
    app,
    payments: services.payments,
    /** The API alone, with fresh rate limits. */
    newApi(): HttpApp {
      const fresh = createHttpApp(log);
      serveApi(fresh, platform, router);
      return fresh;
    },
    /** @returns the access token of a new session */
    async signIn(email: string, password: string): Promise<string> {
      const response = await app.request('/auth/v1/token?grant_type=password', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      });
      const { access_token: token } = (await response.json()) as { access_token?: string };
      if (!token) throw new Error(`${email} could not sign in: ${response.status}`);
      return token;
    },
    async stop() {
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await services.stop();
      await platform.jobs.stop();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
