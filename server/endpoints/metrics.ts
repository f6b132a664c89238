/** All metrics of this process; the web process serves them at /metrics, the worker on METRICS_PORT. */
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { registerDrawMetrics } from '../draws/draw-metrics.ts';
import { registerOutboxMetrics } from '../mail/outbox/outbox-metrics.ts';
import { registerOverdueMetrics } from '../payments/monitoring/overdue-metrics.ts';
import { registerPaymentMetrics } from '../payments/monitoring/payment-metrics.ts';
import { registerProviderMetrics } from '../payments/monitoring/provider-metrics.ts';
import { registerJobMetrics, registerPoolMetrics } from '../platform/metrics/job-metrics.ts';
import { createRequestMetrics, type RecordRequest } from '../platform/metrics/request-metrics.ts';
import type { Platform } from '../platform/platform.ts';
import { createReadFault, DATABASE_WITHIN_MS, inTime, type ReadFault, singleFlight } from './readiness.ts';
import { registerLogMetrics } from '../transparency/log-metrics.ts';
import { createRouteOfPath } from './route-of-path.ts';
import type { Services } from '../composition/services.ts';

export interface Metrics {
  contentType: string;
  /** Metrics of the process, and of the database if it responds in time, so that an outage stays visible. */
  read(): Promise<string>;
  readFault: ReadFault;
  recordRequest: RecordRequest;
}

/** @param withinMs how long the database may take to respond */
export function createMetrics(
  platform: Platform,
  { payments }: Pick<Services, 'payments'>,
  withinMs = DATABASE_WITHIN_MS,
): Metrics {
  const [ofProcess, ofDatabase] = [new Registry(), new Registry()];
  registerPaymentMetrics(ofDatabase, platform, payments);
  registerOverdueMetrics(ofDatabase, platform);
  registerProviderMetrics(ofDatabase, platform);
  registerJobMetrics(ofDatabase, platform);
  registerOutboxMetrics(ofDatabase, platform);
  registerLogMetrics(ofDatabase, platform);
  registerDrawMetrics(ofDatabase, platform);
  registerPoolMetrics(ofProcess, platform);
  const readFault = createReadFault(platform, withinMs);
  const ready = new Gauge({
    name: 'mare_ready',
    help: '1 if this process can serve, as /readyz says; 0 if not',
    registers: [ofProcess],
  });
  const count = singleFlight(() => ofDatabase.metrics());
  let hasNodeMetrics = false;
  return {
    contentType: ofProcess.contentType,
    readFault,
    async read() {
      // Started by the first scrape: measuring the event loop wakes the process a hundred times a second.
      if (!hasNodeMetrics) collectDefaultMetrics({ register: ofProcess });
      hasNodeMetrics = true;
      const [fault, counted] = await Promise.all([
        readFault(),
        inTime(count(), withinMs, '').catch((error: unknown) => {
          platform.log.error({ err: error }, 'metrics of the database could not be read');
          return '';
        }),
      ]);
      ready.set(fault === null ? 1 : 0);
      return `${await ofProcess.metrics()}${counted}`;
    },
    recordRequest: createRequestMetrics(ofProcess, createRouteOfPath()),
  };
}
