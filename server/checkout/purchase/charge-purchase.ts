import { type ClosedOrder, describeClosedOrder } from '../../payments/attempts/describe-closed-order.ts';
import {
  type HostedPage,
  type Opened,
  openHostedCheckout,
  openPix,
  openReservedCheckout,
  openReservedPix,
} from '../../payments/attempts/open-charge.ts';
import type { Payments } from '../../payments/payments.ts';
import type { ReservedPurchase } from './reserve-purchase.ts';

/** For a repeated request only the kind of the attempt is known; `chargePurchase` continues the stored attempt. */
type Chargeable =
  | (Pick<ReservedPurchase, 'order' | 'attempt'> & { repeated: false })
  | {
      order: Pick<ReservedPurchase['order'], 'id' | 'externalReference'>;
      attempt: Pick<ReservedPurchase['attempt'], 'kind'>;
      repeated: true;
    };

export type ChargePurchaseResult =
  /** `page` is null if the order is paid by Pix on its own page. */
  | { ok: true; page: HostedPage | null }
  | ({ ok: false; code: 'ORDER_CLOSED' } & ClosedOrder)
  | { ok: false; code: 'PAYMENT_UNAVAILABLE'; externalReference: string };

/** Creates the payment page or the Pix code of a reserved order; for a repeated request, returns the existing one. */
export async function chargePurchase(
  { context }: Payments,
  purchase: Chargeable,
): Promise<ChargePurchaseResult> {
  const opened = await open(context, purchase);
  if (opened.ok) return { ok: true, page: opened.value };
  return opened.code === 'CLOSED'
    ? { ok: false, code: 'ORDER_CLOSED', ...(await describeClosedOrder(context, purchase.order.id)) }
    : { ok: false, code: 'PAYMENT_UNAVAILABLE', externalReference: purchase.order.externalReference };
}

async function open(context: Payments['context'], purchase: Chargeable): Promise<Opened<HostedPage | null>> {
  const { id } = purchase.order;
  if (purchase.attempt.kind === 'hosted')
    return purchase.repeated
      ? openHostedCheckout(context, id)
      : openReservedCheckout(context, id, purchase.attempt, purchase.attempt.request);
  if (!purchase.repeated) return openReservedPix(context, id, purchase.attempt, purchase.attempt.request);
  const pix = await openPix(context, id);
  return pix.ok ? { ok: true, value: null } : pix;
}
