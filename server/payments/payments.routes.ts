/** Routes called by the provider: the webhook, and the return from its checkout. */
import { Hono } from 'hono';
import type { ProviderId } from './providers/payment-provider.ts';
import { allProviders } from './providers/providers.ts';
import type { PaymentsContext } from './payments-context.ts';
import { createWebhookReceiver, type ReceivedWebhook } from './webhooks/receive-webhook.ts';
import { refreshOrder } from './attempts/refresh-order.ts';
import { returnFromCheckout } from './attempts/return-from-checkout.ts';
import { limitBody } from '../platform/http/request/limit-body.ts';

const MAX_WEBHOOK_BYTES = 64 * 1024;
/** The API Pix delivers to the registered URL followed by '/pix', and some banks to the URL itself. */
const WEBHOOK_PATHS: Record<ProviderId, readonly string[]> = {
  mercadopago: ['/webhooks/mercadopago'],
  sandbox: ['/webhooks/mercadopago'],
  pix: ['/webhooks/pix/:secret', '/webhooks/pix/:secret/pix'],
};
const REFRESH_WAIT_MS = 2_000;

/** @param onReceived called for each delivery, after it is stored or rejected */
export function createPaymentsRoutes(
  context: PaymentsContext,
  onReceived: (received: ReceivedWebhook) => void,
): Hono {
  const routes = new Hono();

  for (const provider of allProviders(context)) {
    const receiveWebhook = createWebhookReceiver(context, provider);
    for (const path of WEBHOOK_PATHS[provider.id])
      routes.post(path, limitBody({ maxSize: MAX_WEBHOOK_BYTES }), async (c) => {
        const received = await receiveWebhook({
          query: new URL(c.req.url).searchParams,
          headers: c.req.raw.headers,
          secret: c.req.param('secret') ?? null,
          rawBody: await c.req.text(),
        });
        onReceived(received);
        return received === 'forged' ? c.body(null, 401) : c.body(null, 200);
      });
  }

  routes.get('/pagamentos/retorno/:screen{sucesso|pendente|falha}', async (c) => {
    const query = {
      externalReference: c.req.query('external_reference') ?? null,
      paymentId: c.req.query('payment_id') ?? null,
    };
    const before = await returnFromCheckout(context, query);
    if (!before.orderId) return c.redirect(before.path, 303);
    const refreshed = refreshOrder(context, before.orderId).catch((error: unknown) =>
      context.log.warn({ err: error }, 'order not refreshed on return'),
    );
    await Promise.race([refreshed, new Promise((done) => setTimeout(done, REFRESH_WAIT_MS))]);
    return c.redirect((await returnFromCheckout(context, query)).path, 303);
  });

  return routes;
}
