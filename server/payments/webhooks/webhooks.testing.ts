/** Webhooks of the payment provider as it signs them. */
import { sign } from '../mercado-pago/signature.ts';
import { createPaymentsTestbed } from '../payments.testing.ts';

export type WebhooksTestbed = Awaited<ReturnType<typeof createWebhooksTestbed>>;

/** @param options.timeoutMs of a call to the provider, for tests in which one is lost: a busy machine responds late */
export async function createWebhooksTestbed(options: { timeoutMs?: number } = {}) {
  const bed = await createPaymentsTestbed(options);
  return {
    ...bed,
    async pendingPix() {
      const order = await bed.order('pix');
      return { order, paymentId: await bed.paymentId(order.externalReference) };
    },
    signedDelivery(paymentId: string, secret = 'SANDBOX-webhook-secret', action = 'payment.updated') {
      const ts = String(Math.floor(bed.clock.now().getTime() / 1000));
      const requestId = crypto.randomUUID();
      return {
        path: `/webhooks/mercadopago?data.id=${paymentId}&type=payment`,
        init: {
          method: 'POST',
          headers: {
            'x-request-id': requestId,
            'x-signature': `ts=${ts},v1=${sign({ ts, id: paymentId, requestId }, secret)}`,
          },
          body: JSON.stringify({ type: 'payment', action, data: { id: paymentId } }),
        },
      };
    },
    /** Stored hints about a payment. */
    inbox: (resourceId: string) =>
      bed.db
        .selectFrom('webhookInbox')
        .selectAll()
        .where('resourceId', '=', resourceId)
        .orderBy('id')
        .execute(),
  };
}
