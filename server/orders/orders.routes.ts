import { recordActivity } from '../activity-log/record-activity.ts';
import { describePayment } from '../payments/describe-payment.ts';
import { findOpenCharges, openPix } from '../payments/attempts/open-charge.ts';
import { api, limitRate, requireUser } from '../platform/http/api.ts';
import type { Services } from '../services.ts';
import { isUuid } from '../platform/is-uuid.ts';
import { shortBuyerName } from './buyer-name.ts';
import { findOrderByReference, findOrderOfUser } from './find-order.ts';
import { listHoldings } from './own/list-holdings.ts';
import { orderAnswer, pageOfOrders } from './own/page-of-orders.ts';
import { giftsRoutes } from './gifts/gifts.routes.ts';
import { ownNumbersRoutes } from './own-numbers/own-numbers.routes.ts';
import { withdrawalEnds, withdrawOrder } from './withdraw-order.ts';

const PIX_CODES = { name: 'start-pix', hits: 20, seconds: 60 };

export function createOrdersRoutes({ payments }: Services) {
  return {
    ...ownNumbersRoutes,
    ...giftsRoutes,

    mine: api.orders.mine.use(requireUser).handler(async ({ context, input }) => {
      const { orders, next } = await pageOfOrders(
        context.platform.db,
        [context.principal.userId],
        input.before,
      );
      return { orders, next };
    }),

    holdings: api.orders.holdings.use(requireUser).handler(({ context, input }) => {
      return listHoldings(context.platform.db, [context.principal.userId], input.page);
    }),

    detail: api.orders.detail.use(requireUser).handler(async ({ context, input, errors }) => {
      const order =
        isUuid(input.id) && (await findOrderOfUser(context.platform.db, input.id, context.principal.userId));
      if (!order) throw errors.NOT_FOUND();
      return orderAnswer(order);
    }),

    page: api.orders.page.handler(async ({ input, context, errors }) => {
      const { db, clock } = context.platform;
      const found = await findOrderByReference(db, input.externalReference);
      if (!found) throw errors.NOT_FOUND();
      if (found.status === 'pending') payments.lookAfter(found.id);
      const [charges, payment] = await Promise.all([
        findOpenCharges(payments.context, found.id),
        describePayment(payments.context, found.id),
      ]);
      // A page that hears of no refund under way asks no more, so the order must not be older than that answer.
      const order =
        found.status === 'paid' ? (await findOrderByReference(db, input.externalReference))! : found;
      const now = clock.now();
      const isOwn = context.principal?.userId === order.userId;
      return {
        ...orderAnswer(order),
        ...charges,
        ...payment,
        buyerName: shortBuyerName(order.customer),
        withdrawableUntil: (isOwn && withdrawalEnds(order, now)?.toISOString()) || null,
        now: now.toISOString(),
      };
    }),

    startPix: api.orders.startPix.handler(async ({ input, context, errors }) => {
      limitRate(context, errors, PIX_CODES, input.externalReference);
      const order = await findOrderByReference(context.platform.db, input.externalReference);
      if (!order) throw errors.NOT_FOUND();
      const charge = await openPix(payments.context, order.id);
      if (charge.ok) return charge.value;
      if (charge.code === 'closed') throw errors.ORDER_CLOSED();
      throw errors.PAYMENT_UNAVAILABLE({ data: { externalReference: order.externalReference } });
    }),

    withdraw: api.orders.withdraw.use(requireUser).handler(async ({ input, context, errors }) => {
      const order = await findOrderByReference(context.platform.db, input.externalReference);
      if (order?.userId !== context.principal.userId) throw errors.NOT_FOUND();
      const withdrawn = await withdrawOrder(payments, order);
      if (!withdrawn.ok) throw errors.NOT_WITHDRAWABLE();
      await recordActivity(context.platform.db, context.platform, {
        userId: order.userId,
        action: 'withdraw-order',
        entityType: 'order',
        entityId: order.id,
        description: `Desistiu do pedido ${order.externalReference}.`,
        ipAddress: context.address,
        occasion: `order-withdrawn:${order.id}`,
      });
      return { requested: true };
    }),
  };
}
