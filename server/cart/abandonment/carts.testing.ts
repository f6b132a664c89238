import { line, request } from '../../orders/orders.testing.ts';
import { createPaymentsTestbed } from '../../payments/payments.testing.ts';
import { allow } from '../../personalization/consent/consent.testing.ts';
import { trackCart } from './track-cart.ts';

export type CartsTestbed = Awaited<ReturnType<typeof createCartsTestbed>>;

/** Buyers who leave carts of one rifa. */
export async function createCartsTestbed() {
  const bed = await createPaymentsTestbed({ maxConnections: 20 });
  const rifaId = await bed.rifa();
  const { db, platform } = bed;
  return {
    ...bed,
    rifaId,
    /** Deletes the carts of earlier tests and sets the clock a month before the draw. */
    async reset() {
      for (const table of [
        'emailMessages',
        'scheduledNotifications',
        'notifications',
        'abandonedCartTracking',
      ] as const)
        await db.deleteFrom(table).execute();
      const drawDate = new Date(bed.clock.now().getTime() + 30 * 86_400_000);
      await db.updateTable('rifas').set({ drawDate }).where('id', '=', rifaId).execute();
    },
    abandonCart: (userId: string, quantity = 3) => trackCart(platform, userId, [{ rifaId, quantity }]),
    emptyCart: (userId: string) => trackCart(platform, userId, []),
    /** Creates a buyer who consents to everything. */
    async newBuyer() {
      const userId = await bed.buyer();
      await allow(db, userId);
      return userId;
    },
    /** Places an order of the cart without paying it. */
    async orderCart(userId: string, cart = [line(rifaId, 3)]) {
      const reserved = await bed.orderBatchWriter.reserve(request(userId, cart));
      if (!reserved.ok) throw new Error(reserved.code);
      const { id } = reserved.order;
      await db.updateTable('orders').set({ createdAt: bed.clock.now() }).where('id', '=', id).execute();
      return id;
    },
    async readNotificationTitles(userId: string) {
      const rows = await db
        .selectFrom('notifications')
        .select('title')
        .where('userId', '=', userId)
        .execute();
      return rows.map(({ title }) => title);
    },
  };
}
