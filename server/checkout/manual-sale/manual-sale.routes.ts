import type { OrderBatchWriter } from '../../orders/reservation/order-batch-writer.ts';
import type { Payments } from '../../payments/payments.ts';
import { api, requirePermission } from '../../platform/http/api.ts';
import { sellManually } from './sell-manually.ts';

export function createManualSaleRoutes(services: { orderBatchWriter: OrderBatchWriter; payments: Payments }) {
  const { rifas } = api.admin;
  return {
    sellByHand: rifas.sellByHand
      .use(requirePermission('sell-manually'))
      .handler(async ({ input, context, errors }) => {
        const by = context.admin;
        const sold = await sellManually(context.platform, services, by, { ...input, rifaId: input.id });
        if (sold.ok) {
          const { ok: _, ...sale } = sold;
          return sale;
        }
        if (sold.code === 'BUSY') throw errors.BUSY({ data: { retryAfterSeconds: 2 } });
        if (sold.code === 'OWN_LIMIT') throw errors.BUYER_MAY_NOT_SPEND();
        const { ok: _, code, ...data } = sold;
        throw errors[code]({ data: data as never });
      }),
  };
}
