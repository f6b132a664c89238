import type { AdminOverview } from '@mare/contract/admin/admin.ts';
import { listPaymentsToReview } from '../payments/review/list-payments-to-review.ts';
import type { PaymentsContext } from '../payments/payments-context.ts';
import { countParkedJobs } from '../platform/jobs/parked-jobs.ts';
import { countWaitingWork, selectActiveRifas, selectRecentOrders } from './admin.queries.ts';
import { countUsersAndOrders } from './sales/read-sales.ts';

/** Spec: storefront, 9. */
const MAX_RECENT_ORDERS = 50;

/** Totals for the panel's first page. The revenue is that of the latest orders only (spec: storefront, 9). */
export async function readOverview(context: PaymentsContext): Promise<Omit<AdminOverview, 'outage'>> {
  const { db, clock } = context;
  const [{ users, orders: totalOrders }, activeRifas, orders, toReview, counted, jobs] = await Promise.all([
    countUsersAndOrders(context),
    selectActiveRifas(db),
    selectRecentOrders(db, MAX_RECENT_ORDERS),
    listPaymentsToReview(context),
    countWaitingWork(db, clock.now()),
    countParkedJobs(db),
  ]);
  const revenueCentavos = orders
    .filter((order) => order.status === 'paid')
    .reduce((sum, order) => sum + order.totalCentavos - order.returnedCentavos, 0);
  const failingProviders = toReview.filter(({ kind }) => kind === 'provider_fails').length;
  return {
    totalUsers: users,
    totalOrders,
    revenueCentavos,
    activeRifas,
    orders,
    waiting: {
      payments: toReview.length - failingProviders,
      failingProviders,
      jobs,
      ...counted,
    },
  };
}
