import {
  type HostedPage,
  openHostedCheckout,
  openReservedCheckout,
} from '../payments/attempts/open-charge.ts';
import type { Payments } from '../payments/payments.ts';
import type { ReservedPurchase } from './reserve-purchase.ts';

export type ChargePurchaseResult =
  | { ok: true; page: HostedPage }
  | { ok: false; code: 'ORDER_CLOSED' }
  | { ok: false; code: 'PAYMENT_UNAVAILABLE'; externalReference: string };

/** Opens the provider's payment page for a reserved order, or returns the existing one for a repeated order. */
export async function chargePurchase(
  { context }: Payments,
  { order, attempt, repeated }: ReservedPurchase,
): Promise<ChargePurchaseResult> {
  const opened = repeated
    ? await openHostedCheckout(context, order.id)
    : await openReservedCheckout(context, order.id, attempt, attempt.request);
  if (opened.ok) return { ok: true, page: opened.value };
  return opened.code === 'CLOSED'
    ? { ok: false, code: 'ORDER_CLOSED' }
    : { ok: false, code: 'PAYMENT_UNAVAILABLE', externalReference: order.externalReference };
}
