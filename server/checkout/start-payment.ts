/** The payment function: prices the cart anew, reserves its numbers for 15 minutes and opens the hosted checkout. */
import type { z } from 'zod';
import type { CustomerInfo, paymentItem } from '@mare/contract/checkout/checkout.ts';
import type { CartLine, PricedCart, PricedLine } from '@mare/domain/checkout/price-cart.ts';
import { readSite } from '../settings/read-site.ts';
import { checkOwnLimits, type CheckOwnLimitsResult } from '../accounts/limits/check-own-limits.ts';
import { findReferrer } from '../affiliates/referrals/find-referrer.ts';
import { makeOrderReference } from '../orders/order-reference.ts';
import type { OrderBatchWriter, ReservedOrder } from '../orders/reservation/order-batch-writer.ts';
import { buildChargeRequest } from '../payments/attempts/charge-request.ts';
import {
  type HostedPage,
  openHostedCheckout,
  openReservedCheckout,
} from '../payments/attempts/open-charge.ts';
import type { Payments } from '../payments/payments.ts';
import { HOLD_MS } from '@mare/domain/orders/hold.ts';
import type { Platform } from '../platform/platform.ts';
import { keepContact } from '../accounts/profile/keep-contact.ts';
import { keepResidence, type Residence } from '../accounts/profile/keep-residence.ts';
import { acceptRegulations } from './accept-regulations.ts';
import { claimCoupon } from './coupons/claim-coupon.ts';
import { type Coupon, type CouponRefusalReason, findCoupon } from './coupons/find-coupon.ts';
import { releaseClaim } from './coupons/release-coupon.job.ts';
import { refuseCustomer } from './customer.ts';
import { priceFor } from './quote-cart.ts';
import type { OfferedRifa } from './checkout.queries.ts';
import { type NotReserved, notReserved } from './not-reserved.ts';
import { type BuyerRefusal, refuseBuyer } from './refuse-buyer.ts';

export interface PaymentRequest {
  userId: string;
  idempotencyKey: string;
  items: readonly z.output<typeof paymentItem>[];
  customer: Omit<CustomerInfo, keyof Residence>;
  /** As far as the buyer says it anew; kept in the profile, not with the order. */
  residence: Residence;
  /** For items that do not name their rifa: right only while all are of one. */
  rifaId: string | undefined;
  /** Where the buyer's browser is, as the network says. */
  ipAddress?: string | null;
  /** Content of the referral cookie. */
  referral?: string;
  /** As typed. */
  coupon?: string;
  /** Hashes of the regulations that the buyer was shown and accepts. */
  acceptedRegulations?: readonly string[];
}

export interface StartedPayment {
  order: ReservedOrder;
  lines: { rifaId: string; title: string; numbers: number[]; changed: number[] }[];
  page: HostedPage;
}

export type StartPaymentResult =
  | { ok: true; value: StartedPayment }
  | { ok: false; code: 'RIFA_UNKNOWN' | 'ORDER_CLOSED' }
  | { ok: false; code: 'INVALID_CUSTOMER'; field: 'cpf' | 'phone' | 'cep' | 'city' | 'birthDate' }
  | BuyerRefusal
  | { ok: false; code: 'REGULATION_NOT_ACCEPTED'; rifaId: string; title: string }
  | { ok: false; code: 'COUPON_REFUSED'; reason: CouponRefusalReason }
  | NotReserved
  | { ok: false; code: 'PAYMENT_UNAVAILABLE'; externalReference: string }
  | Extract<CheckOwnLimitsResult, { ok: false }>
  | Extract<PricedCart, { ok: false }>;

export async function startPayment(
  platform: Platform,
  { orderBatchWriter, payments }: { orderBatchWriter: OrderBatchWriter; payments: Payments },
  request: PaymentRequest,
): Promise<StartPaymentResult> {
  const agreed = await agree(platform, payments, request);
  if (!agreed.ok) return agreed;
  const { priced, rifas, coupon } = agreed;
  const { userId, customer, referral } = request;
  const affiliateId = await findReferrer(platform, referral, { userId, cpf: customer.cpf });
  const { name: shopName } = await readSite(platform);
  const wanted = { ...reservation({ ...platform, shopName }, payments, request, priced), affiliateId };
  const claim = coupon && { code: coupon.code, userId, clientRequestId: request.idempotencyKey };
  const claimed = claim && (await claimCoupon(platform, claim));
  if (claimed && !claimed.ok) return { ok: false, code: 'COUPON_REFUSED', reason: claimed.reason };
  const reserved = await orderBatchWriter.reserve(wanted);
  if (!reserved.ok) {
    if (claim) await releaseClaim(platform, claim);
    return notReserved(reserved, rifas);
  }
  const page = reserved.repeated
    ? await openHostedCheckout(payments.context, reserved.order.id)
    : await openReservedCheckout(payments.context, wanted.orderId, wanted.attempt, wanted.attempt.request);
  if (!page.ok) return unpaid(page.code, reserved.order);
  return {
    ok: true,
    value: { order: reserved.order, lines: namedLines(reserved.lines, priced.lines), page: page.value },
  };
}

interface Agreement {
  ok: true;
  priced: Extract<PricedCart, { ok: true }>;
  rifas: ReadonlyMap<string, OfferedRifa>;
  coupon: Coupon | null;
}

/** What is asked before anything is reserved: who buys, at what price, and whether they may. */
async function agree(
  platform: Platform,
  payments: Payments,
  request: PaymentRequest,
): Promise<Agreement | Extract<StartPaymentResult, { ok: false }>> {
  const field = refuseCustomer({ ...request.customer, ...request.residence });
  if (field) return { ok: false, code: 'INVALID_CUSTOMER', field };
  const cart = cartLines(request);
  if (!cart) return { ok: false, code: 'RIFA_UNKNOWN' };
  const ofAge = await keepResidence(platform, request.userId, request.residence);
  if (ofAge === 'impossible') return { ok: false, code: 'INVALID_CUSTOMER', field: 'birthDate' };
  if (ofAge !== 'minor') await keepContact(platform, request.userId, request.customer);
  const found = request.coupon ? await findCoupon(platform.db, platform.clock, request.coupon) : null;
  if (found && !found.ok) return { ok: false, code: 'COUPON_REFUSED', reason: found.reason };
  const coupon = found?.coupon ?? null;
  const { priced, rifas } = await priceFor(platform, request.userId, cart, coupon);
  if (!priced.ok) return priced;
  const notEligible = await refuseBuyer(platform, request.userId, rifas, { isMinor: ofAge === 'minor' });
  if (notEligible) return notEligible;
  const accepted = await acceptRegulations(
    platform,
    request.userId,
    rifas.values(),
    request.acceptedRegulations ?? [],
  );
  if (!accepted.ok) return { ...accepted, code: 'REGULATION_NOT_ACCEPTED' };

  // Nothing is reserved that could not be paid.
  if (!payments.context.provider.isAvailable()) return { ok: false, code: 'BUSY' };

  const within = await checkOwnLimits(platform, {
    userId: request.userId,
    clientRequestId: request.idempotencyKey,
    totalCentavos: priced.totalCentavos,
  });
  return within.ok ? { ok: true, priced, rifas, coupon } : within;
}

/** Null when a line does not say which rifa it is of and that cannot be told from the rest. */
function cartLines({ items, rifaId }: PaymentRequest): CartLine[] | null {
  const ofOneRifa = new Set(items.map((item) => item.title)).size === 1;
  const lines: CartLine[] = [];
  for (const item of items) {
    const id = item.rifaId ?? (ofOneRifa ? rifaId : undefined);
    if (!id) return null;
    lines.push({
      rifaId: id,
      quantity: item.quantity,
      tier: item.tier ?? null,
      seenPriceCentavos: Math.round(item.price * 100),
      wishedNumbers: item.selected_numbers,
      exact: item.chosen ?? false,
    });
  }
  return lines;
}

function reservation(
  { clock, random, shopName }: Pick<Platform, 'clock' | 'random'> & { shopName: string },
  payments: Payments,
  request: PaymentRequest,
  priced: Extract<PricedCart, { ok: true }>,
) {
  const order = {
    externalReference: makeOrderReference({ clock, random }),
    customer: { ...request.customer, ...(request.ipAddress && { ipAddress: request.ipAddress }) },
    totalCentavos: priced.totalCentavos,
    holdExpiresAt: new Date(clock.now().getTime() + HOLD_MS),
  };
  return {
    ...order,
    orderId: random.uuid(),
    userId: request.userId,
    clientRequestId: request.idempotencyKey,
    lines: priced.lines,
    attempt: {
      id: random.uuid(),
      provider: payments.context.provider.id,
      kind: 'hosted' as const,
      idempotencyKey: random.uuid(),
      request: buildChargeRequest({ clock, shopName }, order, priced.lines, 'hosted'),
    },
  };
}

function unpaid(code: 'closed' | 'unavailable', { externalReference }: ReservedOrder): StartPaymentResult {
  return code === 'closed'
    ? { ok: false, code: 'ORDER_CLOSED' }
    : { ok: false, code: 'PAYMENT_UNAVAILABLE', externalReference };
}

function namedLines(
  lines: readonly { rifaId: string; numbers: number[]; replaced: number[] }[],
  priced: readonly PricedLine[],
): StartedPayment['lines'] {
  const titles = new Map(priced.map((line) => [line.rifaId, line.title]));
  return lines.map((line) => ({
    rifaId: line.rifaId,
    title: titles.get(line.rifaId) ?? '',
    numbers: line.numbers,
    changed: line.replaced,
  }));
}
