import { sql } from 'kysely';
import type { OrderJob } from '../../orders/order-jobs.ts';
import type { JobDefinition } from '../../platform/jobs.ts';
import type { Platform } from '../../platform/platform.ts';

export const RECOVER_CART = 'recover-cart';

/** A paid order recovers what its buyer had left behind. */
export function recoverCartJob({ db, clock }: Pick<Platform, 'db' | 'clock'>): JobDefinition<OrderJob> {
  return {
    name: RECOVER_CART,
    handle: async ({ orderId }) => {
      await sql`
        update abandoned_cart_tracking set recovered_at = ${clock.now()}
        from orders
        where orders.id = ${orderId} and orders.user_id = abandoned_cart_tracking.user_id
          and orders.created_at >= abandoned_cart_tracking.abandoned_at
          and abandoned_cart_tracking.recovered_at is null`.execute(db);
    },
  };
}
