/** Wires up payments: the configured provider, the routes and the background work. */
import type { Hono } from 'hono';
import type { Config } from '../platform/config.ts';
import type { Platform } from '../platform/platform.ts';
import { closeExpiredOrders } from './attempts/ending/close-expired-orders.ts';
import { endHold } from './attempts/ending/end-hold.ts';
import { createChargeBatchWriter } from './attempts/charge-batch-writer.ts';
import { createMercadoPagoProvider } from './mercado-pago/provider.ts';
import { createPaymentsRoutes } from './payments.routes.ts';
import type { PaymentProvider } from './payment-provider.ts';
import type { PaymentsContext } from './payments-context.ts';
import { processWebhooks } from './webhooks/process-webhooks.ts';
import type { ReceivedWebhook } from './webhooks/receive-webhook.ts';
import { reconcileAttempts } from './attempts/reconcile-attempts.ts';
import { refreshOrder } from './attempts/refresh-order.ts';
import { createSingleFlightRunner } from '../platform/single-flight.ts';
import { createSandbox, type Sandbox } from './sandbox/sandbox.ts';
import { sendRefunds } from './refunds/send-refunds.ts';

const MERCADO_PAGO = 'https://api.mercadopago.com';
/** Mount path of the sandbox. */
export const SANDBOX_PATH = '/sandbox-mp';
/** Not secret: the sandbox moves no money and exists only in the demonstration. */
const SANDBOX_TOKEN = 'SANDBOX-token';
const SANDBOX_SECRET = 'SANDBOX-webhook-secret';

const SWEEP_MS = 5_000;

export interface Payments {
  context: PaymentsContext;
  routes: Hono;
  /** Mounted at SANDBOX_PATH; null outside the demonstration. */
  sandbox: Sandbox | null;
  /** Webhook deliveries received by this process, by result. */
  deliveries: Readonly<Record<ReceivedWebhook, number>>;
  /** Refreshes a viewed order's payments in the background, at most once every 5 seconds. */
  refreshInBackground: (orderId: string) => void;
  /** Processes all due work once. */
  sweep(): Promise<void>;
  /** Sweeps every few seconds. Safe in several processes: each row is claimed by one. */
  start(): void;
  stop(): Promise<void>;
}

/**
 * @param options.timeoutMs timeout of one call to the provider
 * @param options.provider replaces the configured provider
 */
export function createPayments(
  platform: Platform,
  options: { timeoutMs?: number; provider?: PaymentProvider } = {},
): Payments {
  const { db, caches, jobs, clock, random, log } = platform;
  const provider = options.provider ?? providerFor(platform, options.timeoutMs);
  const chargeBatchWriter = createChargeBatchWriter(platform);
  const context: PaymentsContext = { db, caches, jobs, clock, random, log, provider, chargeBatchWriter };
  const sandbox = platform.config.demo ? sandboxFor(platform) : null;
  const webhooks = createSingleFlightRunner(log, 'webhooks', () => processWebhooks(context));
  const sweeps = createSingleFlightRunner(log, 'payments sweep', () => sweep(context));
  const deliveries = { queued: 0, ignored: 0, forged: 0 };
  let timer: NodeJS.Timeout | undefined;
  return {
    context,
    routes: createPaymentsRoutes(context, (received) => {
      deliveries[received] += 1;
      if (received === 'queued') webhooks.trigger();
    }),
    sandbox,
    deliveries,
    refreshInBackground(orderId) {
      refreshOrder(context, orderId).catch((error: unknown) =>
        log.warn({ err: error, order: orderId }, 'order not refreshed'),
      );
    },
    sweep: () => sweep(context),
    start() {
      timer ??= setInterval(sweeps.trigger, SWEEP_MS);
    },
    async stop() {
      clearInterval(timer);
      await Promise.all([webhooks.stop(), sweeps.stop(), sandbox?.close()]);
      await chargeBatchWriter.close();
    },
  };
}

async function sweep(context: PaymentsContext): Promise<void> {
  await processWebhooks(context);
  await reconcileAttempts(context);
  await closeExpiredOrders(context);
  await sendRefunds(context);
  await processWebhooks(context);
}

function providerFor({ config, clock, random, log }: Platform, timeoutMs?: number): PaymentProvider {
  const own = ownAddress(config);
  const notified = config.mercadoPago ? config.publicUrl : own;
  const back = (screen: string) => `${config.publicUrl}/pagamentos/retorno/${screen}`;
  return createMercadoPagoProvider({
    id: config.mercadoPago ? 'mercadopago' : 'sandbox',
    baseUrl: config.mercadoPago ? MERCADO_PAGO : own + SANDBOX_PATH,
    accessToken: config.mercadoPago?.accessToken ?? SANDBOX_TOKEN,
    webhookSecrets: config.mercadoPago?.webhookSecrets ?? [SANDBOX_SECRET],
    // The parameter turns off the older, unsigned channel.
    notificationUrl: `${notified}/webhooks/mercadopago?source_news=webhooks`,
    returnUrls: { success: back('sucesso'), pending: back('pendente'), failure: back('falha') },
    clock,
    random,
    log,
    timeoutMs,
  });
}

function sandboxFor(platform: Platform): Sandbox {
  const { config, pool, clock, random, log } = platform;
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
    ladderScale: 0.01,
  });
}

/** Local base URL of the product, independent of its public host name. */
function ownAddress(config: Config): string {
  const host = config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host;
  return `http://${host}:${config.port}`;
}
