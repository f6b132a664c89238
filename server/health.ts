/** Liveness, readiness and metrics endpoints. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { pendingMigrations } from '@mare/database/migrate.ts';
import { authenticate } from './accounts/authenticate.ts';
import { registerPaymentMetrics } from './payments/monitoring/payment-metrics.ts';
import type { HttpApp } from './platform/http/http.ts';
import type { Platform } from './platform/platform.ts';
import type { Services } from './services.ts';

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
    if (!(await mayReadMetrics(platform, c.req.header('authorization')))) return c.text('not found', 404);
    try {
      return c.body(await registry.metrics(), 200, { 'content-type': registry.contentType });
    } catch (error) {
      platform.log.error({ err: error }, 'metrics could not be read');
      return c.text('database unreachable', 503);
    }
  });
}

/** The collector's token or an admin's session. No address is trusted: a proxy on this machine has a local one too. */
async function mayReadMetrics(platform: Platform, authorization: string | undefined): Promise<boolean> {
  const { metricsToken } = platform.config;
  if (metricsToken !== null && isSame(authorization ?? '', `Bearer ${metricsToken}`)) return true;
  return (await authenticate(platform, authorization))?.role === 'admin';
}

/** In a time that does not depend on where they differ. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
