/** Shared by the checkouts of the cart and of one rifa. */
import type { CustomerInfo } from '@mare/contract/checkout/checkout.ts';
import type { GroupOfPayment } from '@mare/contract/orders/group-purchases.ts';
import { toHex } from '@mare/domain/hex.ts';
import type { CartItem } from '@mare/domain/cart/cart.ts';
import { readTermsAgain, termsShownWithOrder } from '../../accounts/terms/accept-terms.ts';
import { queries } from '../../api.ts';
import { recordConversion } from '../../experiments/use-variant.ts';
import { NoAnswer } from '../../session/fetch-in-time.ts';
import { isApiError } from '../../messages.ts';
import { saveCoupon } from '../quote/coupon-storage.ts';
import { hasEndedForGood } from './closed-order.ts';
import { deleteIdempotencyKey, idempotencyKeyFor } from './idempotency-key.ts';

interface PaymentToStart {
  lines: Pick<
    CartItem,
    'rifaId' | 'rifaTitle' | 'rifaPriceCentavos' | 'quantity' | 'selectedNumbers' | 'tier' | 'chosen'
  >[];
  customerInfo: CustomerInfo;
  coupon: string | undefined;
  /** Starts a group purchase, or takes a part. */
  group?: GroupOfPayment | undefined;
  /** Token of the quote that is shown. */
  quote: string;
  /** The cart, or the purchase screen of one rifa: each can have one open order. */
  origin: 'cart' | 'rifa';
  /** A Pix code on our page, or the provider's page. */
  method: 'pix' | 'hosted';
  /** Hashes of the accepted regulations. */
  acceptedRegulations: string[];
}

/** Creates the order and its payment. Idempotent for the same lines and coupon. */
export async function requestPayment(payment: PaymentToStart) {
  const acceptedTerms = termsShownWithOrder();
  try {
    const result = await sendUntilAnswered({ ...payment, acceptedTerms });
    if (acceptedTerms) readTermsAgain();
    return result;
  } catch (error) {
    // After this the notice is shown next to the button.
    if (isApiError(error, 'TERMS_NOT_ACCEPTED')) readTermsAgain();
    // The next click makes another order.
    if (isApiError(error, 'KEY_REUSED') || hasEndedForGood(error)) deleteIdempotencyKey();
    throw error;
  }
}

/** Asks once more for an answer that did not come: with the same idempotency key there is one order. */
async function sendUntilAnswered(payment: SentPayment) {
  try {
    return await sendPayment(payment);
  } catch (error) {
    if (error instanceof NoAnswer) return sendPayment(payment);
    throw error;
  }
}

type SentPayment = PaymentToStart & { acceptedTerms: number | undefined };

function sendPayment({ lines, coupon, ...rest }: SentPayment) {
  return queries.checkout.startPayment.call({
    headers: { 'idempotency-key': idempotencyKeyFor(lines, coupon, rest.group) },
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
      receiptNonce: makeNonce(),
      ...rest,
    },
  });
}

/** 256 random bits, so that only the buyer's receipt opens the commitment in the public log. */
function makeNonce(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(32)));
}

/** Resets idempotency key and coupon, and records the conversion. */
export function finishOrder(reference: string): void {
  deleteIdempotencyKey();
  saveCoupon('');
  recordConversion(reference);
}
