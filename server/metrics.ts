/** All metrics of this process; the web process serves them at /metrics, the worker on METRICS_PORT. */
import { collectDefaultMetrics, Registry } from 'prom-client';
import { registerDrawMetrics } from './draws/draw-metrics.ts';
import { registerOutboxMetrics } from './mail/outbox/outbox-metrics.ts';
import { registerOverdueMetrics } from './payments/monitoring/overdue-metrics.ts';
import { registerPaymentMetrics } from './payments/monitoring/payment-metrics.ts';
import { registerProviderMetrics } from './payments/monitoring/provider-metrics.ts';
import { registerJobMetrics, registerPoolMetrics } from './platform/metrics/job-metrics.ts';
import { createRequestMetrics, type RecordRequest } from './platform/metrics/request-metrics.ts';
import type { Platform } from './platform/platform.ts';
import { registerLogMetrics } from './transparency/log-metrics.ts';
import { createRouteOfPath } from './route-of-path.ts';
import type { Services } from './services.ts';

export interface Metrics {
  contentType: string;
  read(): Promise<string>;
  recordRequest: RecordRequest;
}

export function createMetrics(platform: Platform, { payments }: Pick<Services, 'payments'>): Metrics {
  const registry = new Registry();
  registerPaymentMetrics(registry, platform, payments);
  registerOverdueMetrics(registry, platform);
  registerProviderMetrics(registry, platform);
  registerJobMetrics(registry, platform);
  registerOutboxMetrics(registry, platform);
  registerLogMetrics(registry, platform);
  registerDrawMetrics(registry, platform);
  registerPoolMetrics(registry, platform);
  let hasNodeMetrics = false;
  return {
    contentType: registry.contentType,
    async read() {
      // Not before: measuring the event loop wakes the process a hundred times a second.
      if (!hasNodeMetrics) collectDefaultMetrics({ register: registry });
      hasNodeMetrics = true;
      return registry.metrics();
    },
    recordRequest: createRequestMetrics(registry, createRouteOfPath()),
  };
}
