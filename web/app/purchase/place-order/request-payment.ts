/** What both ways to buy, the cart and the purchase of one rifa, do at the press of the pay button and once it succeeded. */
import type { CustomerInfo } from '@mare/contract/checkout/checkout.ts';
import type { CartItem } from '@mare/domain/cart/cart.ts';
import { queries } from '../../api.ts';
import { recordConversion } from '../../experiments/use-variant.ts';
import { rememberCoupon } from '../quote/coupon-storage.ts';
import { forgetIdempotencyKey, idempotencyKeyFor } from './idempotency-key.ts';

interface WantedPayment {
  lines: Pick<
    CartItem,
    'rifaId' | 'rifaTitle' | 'rifaPriceCentavos' | 'quantity' | 'selectedNumbers' | 'tier' | 'chosen'
  >[];
  customerInfo: CustomerInfo;
  coupon: string | undefined;
  /** Hashes. */
  acceptedRegulations: string[];
}

/** Pressed twice for the same lines, it makes one order. */
export function requestPayment({ lines, coupon, ...rest }: WantedPayment) {
  return queries.checkout.startPayment.call({
    headers: { 'idempotency-key': idempotencyKeyFor(lines, coupon) },
    body: {
      items: lines.map((line) => ({
        title: line.rifaTitle,
        quantity: line.quantity,
        price: line.rifaPriceCentavos / 100,
        selected_numbers: line.selectedNumbers,
        rifaId: line.rifaId,
        tier: line.tier,
        ...(line.chosen && { chosen: true }),
      })),
      rifaId: lines[0]?.rifaId,
      coupon,
      ...rest,
    },
  });
}

/** The next press is another order, without the coupon of this one. @param totalCentavos as quoted */
export function concludePress(totalCentavos: number, reference: string): void {
  forgetIdempotencyKey();
  rememberCoupon('');
  recordConversion(totalCentavos, reference);
}
