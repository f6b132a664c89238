import { api } from '../platform/api.ts';
import type { Services } from '../services.ts';
import { startPayment } from './start-payment.ts';

const RETRY_AFTER_SECONDS = 2;

export function createCheckoutRoutes(services: Services) {
  return {
    startPayment: api.checkout.startPayment.handler(async ({ input, context, errors }) => {
      if (!context.principal) throw errors.NOT_AUTHENTICATED();
      const { items, customerInfo, rifaId } = input.body;
      const result = await startPayment(context.platform, services, {
        userId: context.principal.userId,
        idempotencyKey: input.headers['idempotency-key'],
        items,
        customer: customerInfo,
        rifaId,
      });
      if (result.ok) {
        const { order, lines, page } = result.value;
        return {
          order_id: order.id,
          external_reference: order.externalReference,
          init_point: page.url,
          ...(page.sandboxUrl && { sandbox_init_point: page.sandboxUrl }),
          expires_at: order.holdExpiresAt.toISOString(),
          items: lines.map(({ rifaId, ...line }) => ({ rifa_id: rifaId, ...line })),
        };
      }
      switch (result.code) {
        case 'BUSY':
          throw errors.BUSY({ data: { retryAfterSeconds: RETRY_AFTER_SECONDS } });
        case 'ORDER_CLOSED':
        case 'RIFA_UNKNOWN':
          throw errors[result.code]();
        case 'PAYMENT_UNAVAILABLE':
          throw errors.PAYMENT_UNAVAILABLE({ data: result });
        case 'NOT_ENOUGH_NUMBERS':
          throw errors.NOT_ENOUGH_NUMBERS({ data: result });
        case 'QUANTITY_OUT_OF_RANGE':
          throw errors.QUANTITY_OUT_OF_RANGE({ data: result });
        case 'INVALID_CUSTOMER':
          throw errors.INVALID_CUSTOMER({ data: result });
        case 'PRICE_CHANGED':
        case 'RIFA_NOT_ACTIVE':
          throw errors[result.code]({ data: result });
      }
    }),
  };
}
