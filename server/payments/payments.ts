/** Wires up payments: the configured providers, the routes and the background work. */
import type { Hono } from 'hono';
import { connectKysely, lookupsOf } from '@mare/database/connection/connect.ts';
import { traceStatement } from '../platform/log/tracing.ts';
import type { Platform } from '../platform/platform.ts';
import { endHold } from './attempts/ending/end-hold.ts';
import { createChargeBatchWriter } from './attempts/charge-batch-writer.ts';
import {
  createProviders,
  SANDBOX_PATH,
  SANDBOX_SECRET,
  SANDBOX_TOKEN,
} from './providers/create-providers.ts';
import { createPaymentsRoutes } from './payments.routes.ts';
import { createRateLimiter } from '../platform/http/request/rate-limit.ts';
import { createThrottle } from '../platform/throttle.ts';
import type { PaymentProvider } from './providers/payment-provider.ts';
import type { PaymentsContext } from './payments-context.ts';
import type { ReceivedWebhook } from './webhooks/receive-webhook.ts';
import { refreshOrder } from './attempts/refresh-order.ts';
import { recordCalls } from './provider-client/record-calls.ts';
import { createPaymentLoops } from './loops/payment-loops.ts';
import { createSettlementBatchWriter } from './settlement/settlement-batch-writer.ts';
import { createSandbox, type Sandbox } from './sandbox/sandbox.ts';

export { SANDBOX_PATH };

/** Webhooks that arrive within this time are claimed together, and their payments settled together. */
const HINTS_EVERY_MS = 100;
/** A webhook usually shows a payment within two seconds. */
const FIRST_REFRESH_MS = 5_000;
/** Limit per process; `refreshOrder` also limits all processes together. */
const ONE_REFRESH = { name: 'order-refresh', hits: 1, seconds: 5 };

export interface Payments {
  context: PaymentsContext;
  routes: Hono;
  /** Mounted at SANDBOX_PATH; null outside the demonstration. */
  sandbox: Sandbox | null;
  /** Webhook deliveries received by this process, by result. */
  deliveries: Readonly<Record<ReceivedWebhook, number>>;
  /**
   * Refreshes a viewed order's payments in the background. Starts after a buyer has had time to pay, and runs at most
   * once every 5 seconds.
   */
  refreshInBackground: (order: { id: string; createdAt: Date }) => void;
  /** Processes all due work once. */
  runDueWork(): Promise<void>;
  /** Starts the background loops. Safe in several processes: each row is claimed by one. */
  start(): void;
  stop(): Promise<void>;
}

/**
 * @param options.timeoutMs timeout of one call to the provider
 * @param options.provider replaces the configured provider of new charges
 * @param options.otherProviders replaces the other configured ones
 */
export function createPayments(
  platform: Platform,
  options: {
    timeoutMs?: number;
    provider?: PaymentProvider;
    otherProviders?: readonly PaymentProvider[];
  } = {},
): Payments {
  const { db, caches, jobs, clock, random, log, activity } = platform;
  const [chosen, ...others] = createProviders(platform, options.timeoutMs);
  const recorded = [options.provider ?? chosen!, ...(options.otherProviders ?? others)].map((called) =>
    recordCalls(platform, called),
  );
  const [provider, ...otherProviders] = recorded.map((one) => one.provider);
  const chargeBatchWriter = createChargeBatchWriter(platform);
  const settlementBatchWriter = createSettlementBatchWriter(platform);
  const context: PaymentsContext = {
    db,
    lookups: connectKysely(lookupsOf(platform.pool), platform.config.tracesUrl ? traceStatement : undefined),
    caches,
    jobs,
    clock,
    random,
    log,
    activity,
    provider: provider!,
    otherProviders,
    chargeBatchWriter,
    settlementBatchWriter,
  };
  const sandbox = platform.config.demo ? sandboxFor(platform) : null;
  const loops = createPaymentLoops(context);
  const hints = createThrottle(() => loops.hints.trigger(), HINTS_EVERY_MS);
  const refreshes = createRateLimiter(clock);
  const deliveries = { queued: 0, ignored: 0, forged: 0 };
  return {
    context,
    routes: createPaymentsRoutes(context, (received) => {
      deliveries[received] += 1;
      if (received === 'queued') hints.trigger();
    }),
    sandbox,
    deliveries,
    refreshInBackground({ id: orderId, createdAt }) {
      if (clock.now().getTime() - createdAt.getTime() < FIRST_REFRESH_MS) return;
      if (refreshes.spend(ONE_REFRESH, orderId) !== null) return;
      refreshOrder(context, orderId).catch((error: unknown) =>
        log.warn({ err: error, order: orderId }, 'order not refreshed'),
      );
    },
    async runDueWork() {
      for (const loop of [loops.hints, loops.checks, loops.expiry, loops.refunds, loops.hints])
        await loop.drain();
    },
    start() {
      for (const loop of Object.values(loops)) loop.start();
    },
    async stop() {
      hints.stop();
      await Promise.all([...Object.values(loops).map((loop) => loop.stop()), sandbox?.close()]);
      await Promise.all([chargeBatchWriter.close(), settlementBatchWriter.close()]);
      await Promise.all(recorded.map((one) => one.close()));
    },
  };
}

function sandboxFor(platform: Platform): Sandbox {
  const { config, pool, clock, random, log, activity } = platform;
  return createSandbox({
    endHold: (externalReference) => endHold(platform, externalReference),
    publicUrl: config.publicUrl + SANDBOX_PATH,
    storeUrl: config.publicUrl,
    token: SANDBOX_TOKEN,
    webhookSecret: SANDBOX_SECRET,
    pool,
    clock,
    random,
    log,
    activity,
    ladderScale: 0.01,
  });
}
