/** Liveness, readiness and metrics endpoints. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { pendingMigrations } from '@mare/database/migrate.ts';
import { authenticate } from './accounts/authenticate.ts';
import type { Metrics } from './metrics.ts';
import { probeWrite } from './platform/database/probe-write.ts';
import { atMostEvery } from './platform/metrics/cached-read.ts';
import type { HttpApp } from './platform/http/http.ts';
import type { Platform } from './platform/platform.ts';

/** Successful probes count this long; failed ones are repeated by the next question. */
const PROBE_EVERY_MS = 15_000;

export function serveHealth(
  app: HttpApp,
  platform: Platform,
  metrics: Pick<Metrics, 'read' | 'contentType'>,
): void {
  const probe = atMostEvery(platform.clock, PROBE_EVERY_MS, () => probeWrite(platform.pool));
  app.get('/healthz', (c) => c.text('ok'));
  app.get('/readyz', async (c) => {
    const fault = await findFault(platform, probe);
    return fault ? c.text(fault, 503) : c.text('ok');
  });
  app.get('/metrics', async (c) => {
    if (!(await mayReadMetrics(platform, c.req.header('authorization')))) return c.text('not found', 404);
    try {
      return c.body(await metrics.read(), 200, { 'content-type': metrics.contentType });
    } catch (error) {
      platform.log.error({ err: error }, 'metrics could not be read');
      return c.text('database unreachable', 503);
    }
  });
}

/** @returns why the process cannot serve; null: it can */
async function findFault({ pool, log }: Platform, probe: () => Promise<void>): Promise<string | null> {
  try {
    const pending = await pendingMigrations(pool);
    if (pending.length > 0) return `migrations pending: ${pending.length}`;
  } catch (error) {
    log.warn({ err: error }, 'not ready: database unreachable');
    return 'database unreachable';
  }
  try {
    await probe();
    return null;
  } catch (error) {
    log.warn({ err: error }, 'not ready: database accepts no writes');
    return 'database accepts no writes';
  }
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
