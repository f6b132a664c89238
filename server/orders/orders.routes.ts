import { api, requireUser } from '../platform/http/api.ts';
import { isUuid } from '../platform/is-uuid.ts';
import { findOrderOfUser } from './reading/find-order.ts';
import { readCotaOutcomes } from './own/read-cota-outcomes.ts';
import { listOpenOrders } from './reading/open-orders.ts';
import { listHoldings } from './own/list-holdings.ts';
import { orderResponse, pageOfOrders } from './own/page-of-orders.ts';
import { giftsRoutes } from './gifts/gifts.routes.ts';
import { groupPurchasesRoutes } from './group-purchases/group-purchases.routes.ts';
import { ownNumbersRoutes } from './own-numbers/own-numbers.routes.ts';

export const ordersRoutes = {
  ...ownNumbersRoutes,
  ...giftsRoutes,
  ...groupPurchasesRoutes,

  mine: api.orders.mine.use(requireUser).handler(async ({ context, input }) => {
    const { orders, next } = await pageOfOrders(context.platform, [context.principal.userId], input.before);
    return { orders, next };
  }),

  holdings: api.orders.holdings.use(requireUser).handler(({ context, input }) => {
    return listHoldings(context.platform, [context.principal.userId], input);
  }),

  open: api.orders.open.use(requireUser).handler(async ({ context }) => {
    const { pool, clock } = context.platform;
    const now = clock.now();
    const orders = await listOpenOrders(pool, context.principal.userId, now);
    return {
      orders: orders.map((order) => ({ ...order, holdExpiresAt: order.holdExpiresAt.toISOString() })),
      now: now.toISOString(),
    };
  }),

  detail: api.orders.detail.use(requireUser).handler(async ({ context, input, errors }) => {
    const order =
      isUuid(input.id) && (await findOrderOfUser(context.platform.db, input.id, context.principal.userId));
    if (!order) throw errors.NOT_FOUND();
    const { discounts } = order;
    return { ...orderResponse(order), discounts, ...(await readCotaOutcomes(context.platform.db, order)) };
  }),
};
