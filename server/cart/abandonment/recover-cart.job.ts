import { sql } from 'kysely';
import type { OrderEvent } from '../../orders/lifecycle/order-events.ts';
import { defineBatchJob } from '../../platform/jobs/define-job.ts';
import type { Platform } from '../../platform/platform.ts';

/** Marks those lines of the buyer's tracked cart as recovered that a paid order contains. */
export const recoverCartJob = defineBatchJob(
  'recover-cart',
  {},
  async ({ db, clock }: Pick<Platform, 'db' | 'clock'>, events: OrderEvent[]) => {
    await sql`
      update abandoned_cart_tracking set recovered_at = ${clock.now()}
      from orders join order_items as line on line.order_id = orders.id
      where orders.id = any (${events.map(({ orderId }) => orderId)}::uuid[])
        and orders.user_id = abandoned_cart_tracking.user_id and line.rifa_id = abandoned_cart_tracking.rifa_id
        and orders.created_at >= abandoned_cart_tracking.abandoned_at
        and abandoned_cart_tracking.recovered_at is null`.execute(db);
  },
);
