/** Platform and services of a benchmark's process, from its environment. */
import { connectKysely, connectPool } from '@mare/database/connection/connect.ts';
import { createLiveDraws } from '@mare/server/draws/audience/live-draws.ts';
import { createLiveNotifications } from '@mare/server/notifications/live-notifications.ts';
import { createOrderBatchWriter } from '@mare/server/orders/reservation/order-batch-writer.ts';
import { SANDBOX_SECRET, SANDBOX_TOKEN } from '@mare/server/payments/providers/create-providers.ts';
import { createMercadoPagoProvider } from '@mare/server/payments/mercado-pago/provider.ts';
import type { PaymentProvider } from '@mare/server/payments/providers/payment-provider.ts';
import { createPayments } from '@mare/server/payments/payments.ts';
import { createCaches } from '@mare/server/platform/caching/caches.ts';
import { systemClock, systemRandom } from '@mare/server/platform/clock.ts';
import { readConfig } from '@mare/server/platform/config/config.ts';
import { startJobs } from '@mare/server/platform/jobs/jobs.ts';
import { createLog } from '@mare/server/platform/log/log.ts';
import type { Platform } from '@mare/server/platform/platform.ts';
import type { Services } from '@mare/server/composition/services.ts';
import { JOBS } from '@mare/server/composition/worker.ts';
import { instantProvider } from '../shop/instant-provider.ts';
import { countStatements } from './count-statements.ts';

/** Same as in production. */
const LOOKUP_CONNECTIONS = 8;

/** @param connections of the pool, as in production; `mailer` replaces the mail server */
export async function createBenchPlatform(
  runsJobs: boolean,
  connections: number,
  mailer: Platform['mailer'],
): Promise<{ platform: Platform; services: Services }> {
  if (process.env.BENCH_STATEMENTS) countStatements();
  const config = readConfig(process.env);
  const log = createLog(process.env.BENCH_LOG_LEVEL ?? 'error');
  const url = config.databaseUrl!;
  const directUrl = config.databaseDirectUrl ?? url;
  const pool = connectPool({
    url,
    directUrl: config.databaseDirectUrl,
    max: connections,
    lookups: LOOKUP_CONNECTIONS,
  });
  const jobs = await startJobs(directUrl, log, runsJobs);
  await jobs.prepare(JOBS);
  const platform: Platform = {
    config,
    db: connectKysely(pool),
    pool,
    caches: createCaches(),
    jobs,
    mailer,
    clock: systemClock,
    random: systemRandom,
    log,
  };
  return {
    platform,
    services: {
      orderBatchWriter: createOrderBatchWriter(platform),
      payments: createPayments(platform, { provider: providerFor(platform) }),
      liveNotifications: createLiveNotifications(platform),
      liveDraws: createLiveDraws(platform),
      endStreams: () => Promise.resolve(),
      stop: () => Promise.resolve(),
    },
  };
}

/** The provider's own client over HTTP if a URL is given, otherwise a stub without cost. */
function providerFor({ clock, random, log }: Platform): PaymentProvider {
  const { BENCH_PROVIDER_URL: baseUrl, BENCH_WEBHOOK_URL: notificationUrl } = process.env;
  if (!baseUrl || !notificationUrl) return instantProvider;
  return createMercadoPagoProvider({
    id: 'mercadopago',
    baseUrl,
    accessToken: SANDBOX_TOKEN,
    webhookSecrets: [SANDBOX_SECRET],
    notificationUrl,
    returnUrls: { success: notificationUrl, pending: notificationUrl, failure: notificationUrl },
    clock,
    random,
    log,
  });
}
