import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { PaymentsContext } from '../../payments-context.ts';
import type { StoredPayment } from '../../settlement/stored-payments.queries.ts';
import { returnCotasOf, returnOfCancelled } from '../return-cotas.ts';

/**
 * Requests the refund of an order's cotas of cancelled rifas, for a payment that could not be refunded at the
 * cancellation because it came later or was disputed. Requires the order's lock.
 */
export async function returnCancelled(
  context: Pick<PaymentsContext, 'random' | 'clock'>,
  trx: Transaction<DB>,
  payment: StoredPayment & { orderId: string },
): Promise<void> {
  const cancelled = await trx
    .selectFrom('orderItems')
    .innerJoin('rifas', 'rifas.id', 'orderItems.rifaId')
    .select('rifas.id')
    .distinct()
    .where('orderItems.orderId', '=', payment.orderId)
    .where('rifas.status', '=', 'cancelled')
    .execute();
  for (const { id } of cancelled) await returnCotasOf(context, trx, payment, returnOfCancelled(id));
}
