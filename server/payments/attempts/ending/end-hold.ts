import { expireHold } from '../../../orders/lifecycle/update-order.ts';
import type { PaymentsContext } from '../../payments-context.ts';

/**
 * Expires an order's reservation early, for demonstrations and tests. The regular expiry then closes the order.
 * @returns whether a pending order has that reference
 */
export function endHold(
  { db, clock }: Pick<PaymentsContext, 'db' | 'clock'>,
  externalReference: string,
): Promise<boolean> {
  return expireHold(db, externalReference, clock.now());
}
