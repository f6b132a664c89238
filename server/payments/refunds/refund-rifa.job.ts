/** To be enqueued in the transaction that cancels a rifa. */
import type { JobDefinition } from '../../platform/jobs.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { refundRifa } from './refund-rifa.ts';

export const REFUND_RIFA = 'refund-rifa';

export function refundRifaJob(context: PaymentsContext): JobDefinition<{ rifaId: string }> {
  return {
    name: REFUND_RIFA,
    async handle({ rifaId }) {
      const orders = await refundRifa(context, rifaId);
      context.log.info({ rifa: rifaId, orders }, 'cancelled rifa refunded');
    },
  };
}
