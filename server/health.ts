/** Liveness, readiness and metrics endpoints. */
import { collectDefaultMetrics, Registry } from 'prom-client';
import { pendingMigrations } from '@mare/database/migrate.ts';
import { authenticate } from './accounts/authenticate.ts';
import { registerPaymentMetrics } from './payments/monitoring/payment-metrics.ts';
import { callerAddress, type HttpApp } from './platform/http/http.ts';
import type { Platform } from './platform/platform.ts';
import type { Services } from './services.ts';

const LOOPBACK = new Set<string | null>(['127.0.0.1', '::1']);

export function serveHealth(app: HttpApp, platform: Platform, { payments }: Services): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  registerPaymentMetrics(registry, platform, payments);

  app.get('/healthz', (c) => c.text('ok'));
  app.get('/readyz', async (c) => {
    try {
      const pending = await pendingMigrations(platform.pool);
      return pending.length === 0 ? c.text('ok') : c.text(`migrations pending: ${pending.length}`, 503);
    } catch {
      return c.text('database unreachable', 503);
    }
  });
  app.get('/metrics', async (c) => {
    const local =
      LOOPBACK.has(callerAddress(c, platform.config.trustedProxyHops)) && !c.req.header('x-forwarded-for');
    const principal = local ? null : await authenticate(platform, c.req.header('authorization'));
    if (!local && principal?.role !== 'admin') return c.text('not found', 404);
    try {
      return c.body(await registry.metrics(), 200, { 'content-type': registry.contentType });
    } catch (error) {
      platform.log.error({ err: error }, 'metrics could not be read');
      return c.text('database unreachable', 503);
    }
  });
}
