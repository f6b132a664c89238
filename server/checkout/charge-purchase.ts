import {
  type HostedPage,
  type Opened,
  openHostedCheckout,
  openPix,
  openReservedCheckout,
  openReservedPix,
} from '../payments/attempts/open-charge.ts';
import type { Payments } from '../payments/payments.ts';
import type { ReservedPurchase } from './reserve-purchase.ts';

export type ChargePurchaseResult =
  /** `page` is null if the order is paid by Pix on its own page. */
  | { ok: true; page: HostedPage | null }
  | { ok: false; code: 'ORDER_CLOSED' }
  | { ok: false; code: 'PAYMENT_UNAVAILABLE'; externalReference: string };

/** Creates the payment page or the Pix code of a reserved order; for a repeated request, returns the existing one. */
export async function chargePurchase(
  { context }: Payments,
  { order, attempt, repeated }: ReservedPurchase,
): Promise<ChargePurchaseResult> {
  const opened = await open(context, { order, attempt, repeated });
  if (opened.ok) return { ok: true, page: opened.value };
  return opened.code === 'CLOSED'
    ? { ok: false, code: 'ORDER_CLOSED' }
    : { ok: false, code: 'PAYMENT_UNAVAILABLE', externalReference: order.externalReference };
}

async function open(
  context: Payments['context'],
  { order, attempt, repeated }: Pick<ReservedPurchase, 'order' | 'attempt' | 'repeated'>,
): Promise<Opened<HostedPage | null>> {
  if (attempt.kind === 'hosted')
    return repeated
      ? openHostedCheckout(context, order.id)
      : openReservedCheckout(context, order.id, attempt, attempt.request);
  if (!repeated) return openReservedPix(context, order.id, attempt, attempt.request);
  const pix = await openPix(context, order.id);
  return pix.ok ? { ok: true, value: null } : pix;
}
