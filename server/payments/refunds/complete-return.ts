import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { notifyRecipients } from '../../orders/gifts/end-gifts.ts';
import { releaseReturned } from '../../orders/returns/release-returned.ts';
import type { PaymentsContext } from '../payments-context.ts';

/** Frees the cotas of a refund that was made, if the rest of their order stays paid. Requires the order's lock. */
export async function completeReturn(
  context: Pick<PaymentsContext, 'clock' | 'random'>,
  trx: Transaction<DB>,
  orderId: string,
  refundId: string,
): Promise<void> {
  if (await releaseReturned(trx, orderId, refundId)) await notifyRecipients(trx, context, orderId);
}
