/** Payments put together: the provider that the configuration chooses, the routes, and the work in the background. */
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
/** Where the sandbox is mounted. */
export const SANDBOX_PATH = '/sandbox-mp';
/** No secrets: the sandbox moves no money, and exists in the demonstration only. */
const SANDBOX_TOKEN = 'SANDBOX-token';
const SANDBOX_SECRET = 'SANDBOX-webhook-secret';

const SWEEP_MS = 5_000;

export interface Payments {
  context: PaymentsContext;
  routes: Hono;
  /** To be mounted at SANDBOX_PATH; null outside the demonstration. */
  sandbox: Sandbox | null;
  /** How often the provider has called this process, by how its call was received. */
  deliveries: Readonly<Record<ReceivedWebhook, number>>;
  /** Somebody is looking at this order: its payments are read in the background, at most once in five seconds. */
  lookAfter: (orderId: string) => void;
  /** Works off everything that is due, once. */
  sweep(): Promise<void>;
  /** Sweeps every few seconds from now on. Several processes may: each row is worked on by one. */
  start(): void;
  stop(): Promise<void>;
}

/**
 * @param options.timeoutMs milliseconds for one call to the provider
 * @param options.provider instead of the one that the configuration chooses
 */
export function createPayments(
  platform: Platform,
  options: { timeoutMs?: number; provider?: PaymentProvider } = {},
): Payments {
  const { db, jobs, clock, random, log } = platform;
  const provider = options.provider ?? providerFor(platform, options.timeoutMs);
  const chargeBatchWriter = createChargeBatchWriter(platform);
  const context: PaymentsContext = { db, jobs, clock, random, log, provider, chargeBatchWriter };
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
    lookAfter(orderId) {
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
    // The parameter keeps the older, unsigned channel silent.
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

/** How this machine reaches the product itself, whatever name the world has for it. */
function ownAddress(config: Config): string {
  const host = config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host;
  return `http://${host}:${config.port}`;
}
