/** Enqueued in the transaction that cancels a rifa. */
import { defineJob } from '../../../platform/jobs/define-job.ts';
import type { PaymentsContext } from '../../payments-context.ts';
import { refundRifa } from './refund-rifa.ts';

export const refundRifaJob = defineJob(
  'refund-rifa',
  {},
  async (context: PaymentsContext, { rifaId }: { rifaId: string }) => {
    const orders = await refundRifa(context, rifaId);
    context.log.info({ rifa: rifaId, orders }, 'cancelled rifa refunded');
  },
);
