import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveHealth } from './health.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from './payments/payments.testing.ts';
import { createHttpApp } from './platform/http/http.ts';
import type { Services } from './services.ts';

const METRICS_TOKEN = 'segredo-do-coletor-de-metricas';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
});
afterAll(() => bed.close());

/** @returns the status of GET /metrics over a real connection from this machine, as from a proxy on it */
async function askMetrics(metricsToken: string | null, headers: Record<string, string> = {}) {
  const platform = { ...bed.platform, config: { ...bed.platform.config, metricsToken } };
  const app = createHttpApp(platform.log);
  serveHealth(app, platform, { payments: bed.payments } as Services);
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { status } = await fetch(`http://127.0.0.1:${port}/metrics`, { headers });
  server.close();
  return status;
}

test('closes the metrics to a request from this machine without a token', async () => {
  expect(await askMetrics(null)).toBe(404);
  expect(await askMetrics(null, { authorization: 'Bearer null' })).toBe(404);
  expect(await askMetrics(METRICS_TOKEN)).toBe(404);
  expect(await askMetrics(METRICS_TOKEN, { authorization: `Bearer ${METRICS_TOKEN}x` })).toBe(404);
  expect(await askMetrics(METRICS_TOKEN, { authorization: 'Bearer ' })).toBe(404);
});

test('opens the metrics to the token of the collector', async () => {
  expect(await askMetrics(METRICS_TOKEN, { authorization: `Bearer ${METRICS_TOKEN}` })).toBe(200);
});
