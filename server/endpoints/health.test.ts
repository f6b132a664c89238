import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import performance from 'node:perf_hooks';
import { serve } from '@hono/node-server';
import { connectKysely, connectPool } from '@mare/database/connection/connect.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { serveHealth } from './health.ts';
import { createCaches } from '../platform/caching/caches.ts';
import { createMetrics } from './metrics.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../payments/payments.testing.ts';
import { createHttpApp } from '../platform/http/http.ts';

const METRICS_TOKEN = 'segredo-do-coletor-de-metricas';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
});
afterAll(() => bed.close());

/** @returns the status of GET /metrics over a real connection from this machine, like a local proxy's */
async function requestMetrics(metricsToken: string | null, headers: Record<string, string> = {}) {
  const platform = { ...bed.platform, config: { ...bed.platform.config, metricsToken } };
  const app = createHttpApp(platform.log);
  serveHealth(app, platform, createMetrics(platform, { payments: bed.payments }));
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { status } = await fetch(`http://127.0.0.1:${port}/metrics`, { headers });
  server.close();
  return status;
}

test('closes the metrics to a request from this machine without a token', async () => {
  expect(await requestMetrics(null)).toBe(404);
  expect(await requestMetrics(null, { authorization: 'Bearer null' })).toBe(404);
  expect(await requestMetrics(METRICS_TOKEN)).toBe(404);
  expect(await requestMetrics(METRICS_TOKEN, { authorization: `Bearer ${METRICS_TOKEN}x` })).toBe(404);
  expect(await requestMetrics(METRICS_TOKEN, { authorization: 'Bearer ' })).toBe(404);
});

test('opens the metrics to the token of the collector', async () => {
  expect(await requestMetrics(METRICS_TOKEN, { authorization: `Bearer ${METRICS_TOKEN}` })).toBe(200);
});

test('starts measuring the event loop, which wakes the process, with the first read of metrics', async () => {
  const measure = vi.spyOn(performance, 'monitorEventLoopDelay');
  const metrics = createMetrics(bed.platform, { payments: bed.payments });
  expect(measure).not.toHaveBeenCalled();
  for (let times = 0; times < 2; times++)
    expect(await metrics.read()).toContain('nodejs_eventloop_lag_p99_seconds');
  expect(measure).toHaveBeenCalledTimes(1);
  measure.mockRestore();
});

test('is not ready while the database accepts no writes', async () => {
  const app = createHttpApp(bed.platform.log);
  serveHealth(app, bed.platform, createMetrics(bed.platform, { payments: bed.payments }));
  const requestReadiness = async () => {
    bed.clock.advance(16);
    const response = await app.request('/readyz');
    return `${response.status} ${await response.text()}`;
  };
  expect(await requestReadiness()).toBe('200 ok');
  // For these connections only, because other tests share the server. A full disk rejects the same statement.
  const url = new URL(bed.url);
  url.searchParams.set('options', '-c default_transaction_read_only=on');
  const readOnlyPool = connectPool({ url: url.href, max: 1 });
  const readOnlyApp = createHttpApp(bed.platform.log);
  serveHealth(
    readOnlyApp,
    bed.platform,
    createMetrics(
      { ...bed.platform, pool: readOnlyPool, db: connectKysely(readOnlyPool), caches: createCaches() },
      { payments: bed.payments },
    ),
  );
  const response = await readOnlyApp.request('/readyz');
  expect(`${response.status} ${await response.text()}`).toBe('503 database accepts no writes');
  await readOnlyPool.end();
});

// @covers beyond: metrics and readiness answer while the database hangs, and say so [server/endpoints/metrics.ts]
test('answers while the database hangs, with the metrics of the process', async () => {
  // Like a machine that has failed: accepts connections and never responds.
  const sockets: Socket[] = [];
  const hangingServer = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1');
  await once(hangingServer, 'listening');
  const { port } = hangingServer.address() as AddressInfo;
  const pool = connectPool({ url: `postgres://mare@127.0.0.1:${port}/mare`, max: 2 });
  const platform = { ...bed.platform, pool, db: connectKysely(pool), caches: createCaches() };
  const metrics = createMetrics(platform, { payments: bed.payments }, 20);
  const app = createHttpApp(platform.log);
  serveHealth(app, { ...platform, config: { ...platform.config, metricsToken: METRICS_TOKEN } }, metrics);
  const ready = await app.request('/readyz');
  expect(`${ready.status} ${await ready.text()}`).toBe('503 database does not answer');
  const read = await app.request('/metrics', { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  expect(read.status).toBe(200);
  const text = await read.text();
  expect(text).toMatch(/^mare_ready 0$/m);
  expect(text).toMatch(/^mare_pool_connections\{state="waiting"\} \d+$/m);
  expect(text).not.toContain('mare_orders{');
  hangingServer.close();
  for (const socket of sockets) socket.destroy();
  await pool.end();
});

test('is ready once the database answers, and reports when a worker last ran', async () => {
  await bed.pool.query(`update pgboss.version set cron_on = now() - interval '90 seconds'`);
  const text = await createMetrics(bed.platform, { payments: bed.payments }).read();
  expect(text).toMatch(/^mare_ready 1$/m);
  expect(Number(/^mare_worker_seen_seconds ([\d.]+)$/m.exec(text)?.[1])).toBeGreaterThanOrEqual(90);
});
