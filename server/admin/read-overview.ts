import type { AdminOverview } from '@mare/contract/admin.ts';
import type { Database } from '@mare/database/connect.ts';
import { countUsersAndOrders, selectActiveRifas, selectRecentOrders } from './admin.queries.ts';

/** Spec: storefront, 9. */
const ORDERS_LOADED = 50;

/** What an admin sees first. The revenue is that of the latest orders, not of all time (spec: storefront, 9). */
export async function readOverview(db: Database): Promise<AdminOverview> {
  const [{ users, orders: totalOrders }, activeRifas, orders] = await Promise.all([
    countUsersAndOrders(db),
    selectActiveRifas(db),
    selectRecentOrders(db, ORDERS_LOADED),
  ]);
  const revenueCentavos = orders
    .filter((order) => order.paymentStatus === 'paid')
    .reduce((sum, order) => sum + order.totalCentavos, 0);
  return { totalUsers: users, totalOrders, revenueCentavos, activeRifas, orders };
}
