/** Routes of an order's page: payment and withdrawal. */
import { endedBeforeItsHold } from '@mare/domain/orders/hold.ts';
import type { OrderStatus } from '@mare/domain/orders/order-state.ts';
import { findSpendingBlock } from '../accounts/limits/read-own-limits.ts';
import { recordActivity } from '../activity-log/record-activity.ts';
import { findGroupOfOrder } from '../orders/group-purchases/find-group.ts';
import { shortBuyerName } from '../orders/reading/buyer-name.ts';
import { findOrderByReference } from '../orders/reading/find-order.ts';
import { orderResponse } from '../orders/own/page-of-orders.ts';
import { api, limitShared, requireUser } from '../platform/http/api.ts';
import { closeOrder } from './attempts/ending/close-order.ts';
import { describeClosedOrder } from './attempts/describe-closed-order.ts';
import { openHostedCheckout, openPix } from './attempts/open-charge.ts';
import { findOrderWithPayment } from './find-order-with-payment.ts';
import type { Payments } from './payments.ts';
import { readSettledOrder } from './read-settled-order.ts';
import { withdrawOrder } from './refunds/withdraw-order.ts';

const HOSTED_PAGES = { name: 'start-hosted', hits: 20, seconds: 60, inProcess: 5 };
const PIX_CODES = { name: 'start-pix', hits: 20, seconds: 60, inProcess: 5 };

export function createPayOrderRoutes(payments: Payments) {
  return {
    page: api.orders.page.handler(async ({ input, context, errors }) => {
      const { clock } = context.platform;
      const { lookups } = payments.context;
      const now = clock.now();
      const found = await findOrderWithPayment(context.platform, input.externalReference, now);
      if (!found) throw errors.NOT_FOUND();
      const { order, payment, charges } = found;
      if (order.status === 'pending') payments.refreshInBackground(order);
      const isOwn = context.principal?.userId === order.userId;
      const { outcomes, withdrawal } = await readSettledOrder(context.platform, order, { isOwn, now });
      return {
        ...orderResponse(order),
        ...charges,
        ...payment,
        discounts: isOwn ? order.discounts : order.discounts.map((each) => ({ ...each, code: null })),
        endedEarly: endedBeforeItsHold(order),
        mayBuy: !(
          isOwn &&
          hasEndedUnpaid(order) &&
          (await findSpendingBlock(lookups, { clock }, order.userId))
        ),
        buyerName: shortBuyerName(order.customer),
        withdrawal,
        ...outcomes,
        group: order.groupPartId ? await findGroupOfOrder(lookups, order.id) : null,
        now: now.toISOString(),
      };
    }),

    startPix: api.orders.startPix.handler(async ({ input, context, errors }) => {
      await limitShared(context, errors, PIX_CODES, input.externalReference);
      const order = await findOrderByReference(context.platform.db, input.externalReference);
      if (!order) throw errors.NOT_FOUND();
      // Anyone with the reference can see the page, so the response does not reveal which limit it is.
      if (await findSpendingBlock(context.platform.db, context.platform, order.userId))
        throw errors.BUYER_MAY_NOT_SPEND();
      const charge = await openPix(payments.context, order.id);
      if (charge.ok) return charge.value;
      if (charge.code === 'CLOSED')
        throw errors.ORDER_CLOSED({ data: await describeClosedOrder(context.platform, order.id) });
      throw errors.PAYMENT_UNAVAILABLE({ data: { externalReference: order.externalReference } });
    }),

    startHosted: api.orders.startHosted.handler(async ({ input, context, errors }) => {
      await limitShared(context, errors, HOSTED_PAGES, input.externalReference);
      const order = await findOrderByReference(context.platform.db, input.externalReference);
      if (!order) throw errors.NOT_FOUND();
      if (await findSpendingBlock(context.platform.db, context.platform, order.userId))
        throw errors.BUYER_MAY_NOT_SPEND();
      const opened = await openHostedCheckout(payments.context, order.id);
      if (opened.ok) return { url: opened.value.sandboxUrl ?? opened.value.url };
      if (opened.code === 'CLOSED')
        throw errors.ORDER_CLOSED({ data: await describeClosedOrder(context.platform, order.id) });
      throw errors.PAYMENT_UNAVAILABLE({ data: { externalReference: order.externalReference } });
    }),

    giveUp: api.orders.giveUp.use(requireUser).handler(async ({ input, context, errors }) => {
      const order = await findOrderByReference(context.platform.db, input.externalReference);
      if (order?.userId !== context.principal.userId) throw errors.NOT_FOUND();
      if (order.status !== 'pending') return { outcome: outcomeOf(order.status) };
      const closed = await closeOrder(payments.context, order.id);
      await recordActivity(context.platform.db, context.platform, {
        userId: order.userId,
        action: 'give-up-order',
        entityType: 'order',
        entityId: order.id,
        description: `Desistiu da reserva do pedido ${order.externalReference}.`,
        ipAddress: context.ipAddress,
        deduplicationKey: `order-given-up:${order.id}`,
      });
      if (closed !== 'not_pending') return { outcome: closed };
      // A webhook, a job or another tab was first.
      const ended = await findOrderByReference(context.platform.db, input.externalReference);
      return { outcome: outcomeOf(ended!.status) };
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
        ipAddress: context.ipAddress,
        deduplicationKey: `order-withdrawn:${order.id}`,
      });
      return { requested: true };
    }),
  };
}

/** Whether the order ended unpaid, so that there is nothing to withdraw from. */
function hasEndedUnpaid({ status }: { status: OrderStatus }): boolean {
  return status === 'cancelled' || status === 'failed';
}

function outcomeOf(status: OrderStatus): 'released' | 'paid' | 'not_pending' {
  if (hasEndedUnpaid({ status })) return 'released';
  return status === 'paid' ? 'paid' : 'not_pending';
}
