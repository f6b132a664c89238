/** Testbed of announcements: announces a rifa, and buys its cotas. */
import { createCampaignsTestbed } from '../../campaigns/campaigns.testing.ts';
import { addBoostCoupon } from '../../checkout/coupons/add-boost-coupon.ts';
import { settleOrder } from '../../orders/lifecycle/settle-order.ts';
import { line, request } from '../../orders/orders.testing.ts';
import { boostRifa } from './boost-rifa.ts';

export const HOUR = 3_600;
const CONTENT = { subject: '{nome}, últimas cotas', message: 'Ainda há cotas da moto.', coupon: null };

export type BoostTestbed = Awaited<ReturnType<typeof createBoostTestbed>>;

export async function createBoostTestbed() {
  const bed = await createCampaignsTestbed();
  const by = { userId: bed.admin, ipAddress: null };
  return {
    ...bed,
    boost: (id: string, changes: Partial<Parameters<typeof boostRifa>[2]> = {}) =>
      boostRifa(bed.platform, by, { ...CONTENT, id, ...changes }, addBoostCoupon),

    async buy(userId: string, rifaId: string, quantity: number): Promise<void> {
      const reserved = await bed.orderBatchWriter.reserve(request(userId, [line(rifaId, quantity)]));
      if (!reserved.ok) throw new Error(reserved.code);
      await bed.db.transaction().execute((trx) => settleOrder(trx, reserved.order.id, bed.clock.now()));
    },

    /** Deletes campaigns, consents and excluded people. */
    async reset(): Promise<void> {
      await bed.reset();
      await bed.db.deleteFrom('consents').execute();
      await bed.db.deleteFrom('excludedPeople').execute();
    },
  };
}
