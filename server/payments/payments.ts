/** Wires up payments: the configured provider, the routes and the background work. */
import type { Hono } from 'hono';
import type { Config } from '../platform/config.ts';
import type { Platform } from '../platform/platform.ts';
import { endHold } from './attempts/ending/end-hold.ts';
import { createChargeBatchWriter } from './attempts/charge-batch-writer.ts';
import { createMercadoPagoProvider } from './mercado-pago/provider.ts';
import { createPaymentsRoutes } from './payments.routes.ts';
import type { PaymentProvider } from './payment-provider.ts';
import type { PaymentsContext } from './payments-context.ts';
import type { ReceivedWebhook } from './webhooks/receive-webhook.ts';
import { refreshOrder } from './attempts/refresh-order.ts';
import { createPaymentLoops } from './loops/payment-loops.ts';
import { createSandbox, type Sandbox } from './sandbox/sandbox.ts';

const MERCADO_PAGO = 'https://api.mercadopago.com';
/** Mount path of the sandbox. */
export const SANDBOX_PATH = '/sandbox-mp';
/** Not secret: the sandbox moves no money and exists only in the demonstration. */
const SANDBOX_TOKEN = 'SANDBOX-token';
const SANDBOX_SECRET = 'SANDBOX-webhook-secret';

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
  /** Starts the background loops. Safe in several processes: each row is claimed by one. */
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
  const loops = createPaymentLoops(context);
  const deliveries = { queued: 0, ignored: 0, forged: 0 };
  return {
    context,
    routes: createPaymentsRoutes(context, (received) => {
      deliveries[received] += 1;
      if (received === 'queued') loops.hints.trigger();
    }),
    sandbox,
    deliveries,
    refreshInBackground(orderId) {
      refreshOrder(context, orderId).catch((error: unknown) =>
        log.warn({ err: error, order: orderId }, 'order not refreshed'),
      );
    },
    async sweep() {
      for (const loop of [loops.hints, loops.checks, loops.expiry, loops.refunds, loops.hints])
        await loop.drain();
    },
    start() {
      for (const loop of Object.values(loops)) loop.start();
    },
    async stop() {
      await Promise.all([...Object.values(loops).map((loop) => loop.stop()), sandbox?.close()]);
      await chargeBatchWriter.close();
    },
  };
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
