import type { z } from 'zod';
import type { GroupOfPayment } from '@mare/contract/orders/group-purchases.ts';
import type { CustomerInfo, paymentItem } from '@mare/contract/checkout/checkout.ts';
import { checkBirthDate } from '@mare/domain/accounts/adulthood.ts';
import type { CartLine } from '@mare/domain/checkout/price-cart.ts';
import type { DeclaredBuyer, DeclaredResidence } from '../../accounts/profile/save-buyer-details.ts';
import { validateCustomer } from './validate-customer.ts';

export interface PaymentRequest {
  userId: string;
  idempotencyKey: string;
  items: readonly z.output<typeof paymentItem>[];
  customer: Omit<CustomerInfo, keyof DeclaredResidence>;
  /** Saved in the profile, not with the order. */
  residence: DeclaredResidence;
  /** For items that do not name their rifa; valid only while all items are of one rifa. */
  rifaId: string | undefined;
  ipAddress?: string | null;
  /** Content of the referral cookie. */
  referral?: string;
  /** Content of the cookie of personal links. */
  share?: string;
  /** As typed. */
  coupon?: string;
  /** Token of the quote that the buyer was shown. */
  quote?: string;
  /** The cart that the order is made of, which can have one open order: 'cart', or a rifa's id. Absent for no cart. */
  cartKey?: string;
  /** For an order of one item: the part of a group purchase that it pays for. */
  group?: GroupOfPayment;
  /** How the buyer wants to pay first. */
  method?: 'pix' | 'hosted';
  /** Hashes of the regulations that the buyer was shown and accepts. */
  acceptedRegulations?: readonly string[];
  /** Version of the terms of use that the buyer was shown and accepts. */
  acceptedTerms?: number;
  /** Salt of the receipt, from the buyer's browser. */
  receiptNonce?: string;
}

export interface ValidatedPurchase {
  ok: true;
  cart: CartLine[];
  stated: DeclaredBuyer;
  /** By the stated birth date. */
  isMinor: boolean;
}

export type InvalidPurchase =
  | { ok: false; code: 'RIFA_UNKNOWN' }
  | { ok: false; code: 'INVALID_CUSTOMER'; field: 'cpf' | 'phone' | 'cep' | 'city' | 'birthDate' };

/** Validates the request alone, without I/O. @param today ISO date where the buyer lives */
export function validatePurchase(
  request: PaymentRequest,
  today: string,
): ValidatedPurchase | InvalidPurchase {
  const { city, state, birthDate } = request.residence;
  const field = validateCustomer({ ...request.customer, ...request.residence });
  if (field) return { ok: false, code: 'INVALID_CUSTOMER', field };
  const cart = toCartLines(request);
  if (!cart) return { ok: false, code: 'RIFA_UNKNOWN' };
  const age = birthDate === undefined ? null : checkBirthDate(birthDate, today);
  if (age === 'impossible') return { ok: false, code: 'INVALID_CUSTOMER', field: 'birthDate' };
  return {
    ok: true,
    cart,
    stated: { city: city?.trim(), state, birthDate, cpf: request.customer.cpf?.replaceAll(/\D/g, '') },
    isMinor: age === 'minor',
  };
}

/** Null when an item does not name its rifa and the rifa cannot be inferred. */
function toCartLines({ items, rifaId, quote }: PaymentRequest): CartLine[] | null {
  const isOneRifa = new Set(items.map((item) => item.title)).size === 1;
  const lines: CartLine[] = [];
  for (const item of items) {
    const id = item.rifaId ?? (isOneRifa ? rifaId : undefined);
    if (!id) return null;
    lines.push({
      rifaId: id,
      quantity: item.quantity,
      tier: item.tier ?? null,
      seenPriceCentavos: quote === undefined ? Math.round(item.price * 100) : null,
      requestedNumbers: item.selected_numbers,
      exact: item.chosen ?? false,
    });
  }
  return lines;
}
