/** Liveness, readiness and metrics endpoints. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { authenticate } from '../accounts/authenticate.ts';
import type { Metrics } from './metrics.ts';
import type { HttpApp } from '../platform/http/http.ts';
import type { Platform } from '../platform/platform.ts';

export function serveHealth(
  app: HttpApp,
  platform: Platform,
  metrics: Pick<Metrics, 'read' | 'readFault' | 'contentType'>,
): void {
  app.get('/healthz', (c) => c.text('ok'));
  app.get('/readyz', async (c) => {
    const fault = await metrics.readFault();
    return fault ? c.text(fault, 503) : c.text('ok');
  });
  app.get('/metrics', async (c) => {
    if (!(await mayReadMetrics(platform, c.req.header('authorization')))) return c.text('not found', 404);
    return c.body(await metrics.read(), 200, { 'content-type': metrics.contentType });
  });
}

/**
 * The collector's token or an admin's session. No IP address is trusted: a proxy on this machine has a local one too.
 */
async function mayReadMetrics(platform: Platform, authorization: string | undefined): Promise<boolean> {
  const { metricsToken } = platform.config;
  if (metricsToken !== null && isSame(authorization ?? '', `Bearer ${metricsToken}`)) return true;
  return (await authenticate(platform, authorization))?.role === 'admin';
}

/** Compares in constant time. */
function isSame(actual: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(actual), digest(expected));
}
