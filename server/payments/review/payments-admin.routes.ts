/** Admin routes: reviews, payment history and refunds. */
import { recordActivity } from '../../activity-log/record-activity.ts';
import { recordDataAccess } from '../../activity-log/record-data-access.ts';
import { api, requireRecentProof, requirePermission } from '../../platform/http/api.ts';
import type { Payments } from '../payments.ts';
import { listPaymentsToReview } from './list-payments-to-review.ts';
import { readPaymentHistory } from './read-payment-history.ts';
import { cancelCashRefund } from '../cash/cancel-cash-refund.ts';
import { undoHandOver } from '../cash/undo-hand-over.ts';
import { previewAdminRefund } from '../refunds/preview-refund.ts';
import { refundAsAdmin } from '../refunds/refund-as-admin.ts';
import { requestSealedRefund } from '../refunds/refund-sealed.ts';
import { reopenRefund } from './reopen-refund.ts';
import { resolveReview } from './resolve-review.ts';

export function createPaymentsAdminRoutes(payments: Payments) {
  const { admin } = api;
  return {
    paymentsToReview: admin.paymentsToReview.use(requirePermission('view-money')).handler(async () => {
      const items = await listPaymentsToReview(payments.context);
      return items.map((item) => ({ ...item, since: item.since.toISOString() }));
    }),

    paymentHistory: admin.paymentHistory
      .use(requirePermission('view-money'))
      .handler(async ({ input, context, errors }) => {
        const history = await readPaymentHistory(context.platform.db, input.search);
        if (!history) throw errors.NOT_FOUND();
        await recordDataAccess(context, 'order', history.orderId);
        return history;
      }),

    resolveReview: admin.resolveReview
      .use(requirePermission('move-money'))
      .handler(async ({ input, context, errors }) => {
        const resolved = await resolveReview(payments.context, context.admin, input);
        if (resolved.ok) return { resolved: true };
        if (resolved.code === 'NOTHING_TO_REVIEW') throw errors.NOT_FOUND();
        throw errors[resolved.code]();
      }),

    reopenRefund: admin.reopenRefund
      .use(requirePermission('move-money'))
      .handler(async ({ input, context, errors }) => {
        const reopened = await reopenRefund(payments.context, context.admin, input);
        if (!reopened.ok) throw errors[reopened.code]();
        return { reopened: true };
      }),

    undoHandOver: admin.undoHandOver
      .use(requirePermission('approve-actions'))
      .use(requireRecentProof)
      .handler(async ({ input, context, errors }) => {
        const undone = await undoHandOver(payments.context, context.admin, input);
        if (!undone.ok) throw errors[undone.code]();
        return { undone: true };
      }),

    cancelCashRefund: admin.cancelCashRefund
      .use(requirePermission('move-money'))
      .use(requireRecentProof)
      .handler(async ({ input, context, errors }) => {
        const cancelled = await cancelCashRefund(payments.context, context.admin, input);
        if (!cancelled.ok) throw errors[cancelled.code]();
        return { cancelled: true };
      }),

    previewRefund: admin.previewRefund
      .use(requirePermission('move-money'))
      .handler(async ({ input, context, errors }) => {
        const centavos = await previewAdminRefund(context.platform.db, input);
        if (centavos === null) throw errors.NOT_FOUND();
        return { centavos };
      }),

    refundOrder: admin.refundOrder
      .use(requirePermission('move-money'))
      .use(requireRecentProof)
      .handler(async ({ input, context, errors }) => {
        const { userId } = context.admin;
        const requested = await refundAsAdmin(payments.context, { ...input, userId });
        if (requested.ok) {
          await recordActivity(context.platform.db, context.platform, {
            userId,
            action: 'request-refund',
            entityType: 'order',
            entityId: input.orderId,
            description: 'Pediu o reembolso de um pedido.',
            details: {
              amountCentavos: input.amountCentavos,
              rifaIds: input.rifaIds ?? null,
              note: input.note,
            },
            ipAddress: context.ipAddress,
            deduplicationKey: `refund-requested:${requested.refundId}`,
          });
          return { refundId: requested.refundId };
        }
        if (requested.code === 'ORDER_NOT_FOUND') throw errors.NOT_FOUND();
        if (requested.code === 'ORDER_NOT_PAID') throw errors.ORDER_NOT_PAID();
        if (requested.code === 'NOTHING_TO_RETURN') throw errors.NOTHING_TO_RETURN();
        if (requested.code === 'SECOND_PERSON_REQUIRED') throw errors.SECOND_PERSON_REQUIRED();
        throw errors.REFUND_TOO_HIGH();
      }),

    refundSealed: admin.refundSealed
      .use(requirePermission('approve-actions'))
      .use(requireRecentProof)
      .handler(async ({ input, context, errors }) => {
        const { userId } = context.admin;
        const requested = await requestSealedRefund(context.platform, { ...input, userId });
        if (requested.ok) return { effectiveAt: requested.effectiveAt.toISOString() };
        if (requested.code === 'ORDER_NOT_FOUND') throw errors.NOT_FOUND();
        throw errors[requested.code]();
      }),
  };
}
