import { expireHold } from '../../../orders/update-order.ts';
import type { PaymentsContext } from '../../payments-context.ts';

/**
 * Ends an order's reservation before its time, as if its 15 minutes were over: for demonstrations and tests, where
 * nobody waits. What follows is the ordinary end of a hold.
 * @returns whether there was a waiting order of that reference
 */
export function endHold(
  { db, clock }: Pick<PaymentsContext, 'db' | 'clock'>,
  externalReference: string,
): Promise<boolean> {
  return expireHold(db, externalReference, clock.now());
}
