import type { PaymentsContext } from '../../payments/payments-context.ts';
import { refundRifa } from '../../payments/refunds/refund-rifa.ts';
import type { JobDefinition } from '../../platform/jobs.ts';

export const REFUND_CANCELLED_RIFA = 'refund-cancelled-rifa';

/** Run again, it goes on where it was: the same order is refunded once. */
export function refundCancelledRifaJob(context: PaymentsContext): JobDefinition<{ rifaId: string }> {
  return {
    name: REFUND_CANCELLED_RIFA,
    handle: async ({ rifaId }) => {
      await refundRifa(context, rifaId);
    },
  };
}
