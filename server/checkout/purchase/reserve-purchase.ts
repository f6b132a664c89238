import {
  checkOwnLimits,
  type CheckOwnLimitsResult,
  releaseSpendingClaim,
} from '../../accounts/limits/check-own-limits.ts';
import { identifyBuyer, type IdentifyBuyerResult } from '../../accounts/persons/identify-buyer.ts';
import type { DeclaredBuyer } from '../../accounts/profile/save-buyer-details.ts';
import { readSite } from '../../settings/read-site.ts';
import { findShare } from '../../affiliates/shares/find-share.ts';
import { findReferrer } from '../../affiliates/referrals/find-referrer.ts';
import { makeOrderReference } from '../../orders/identity/order-reference.ts';
import type { OrderBatchWriter } from '../../orders/reservation/order-batch-writer.ts';
import { findRequestHash } from '../../orders/identity/find-request-hash.ts';
import {
  isSameRequest,
  type NewAttempt,
  type ReserveRequest,
  type ReserveResult,
} from '../../orders/reservation/reserve-request.ts';
import { hashRequest } from './hash-request.ts';
import { buildChargeRequest } from '../../payments/attempts/charge-request.ts';
import type { GroupOfOrder } from '../group-purchases/plan-group.ts';
import type { ChargeRequest } from '../../payments/providers/payment-provider.ts';
import type { Payments } from '../../payments/payments.ts';
import { discountsToStore } from '@mare/domain/checkout/discounts.ts';
import { HOLD_MS } from '@mare/domain/orders/hold.ts';
import { holdExpiry } from '@mare/domain/rifas/lifecycle/sales-end.ts';
import { publicNetworkOf } from '../../platform/network.ts';
import type { Platform } from '../../platform/platform.ts';
import type { RegulationAcceptance } from '../validation/check-regulations.ts';
import { claimCoupon } from '../coupons/claim-coupon.ts';
import { releaseClaim } from '../coupons/release-coupon.job.ts';
import type { CouponRejected, PricedPurchase } from './price-purchase.ts';
import { explainNotOnSale } from '../quotes/quote-cart.ts';
import { type ReservationError, toReservationError } from './reservation-error.ts';
import type { PaymentRequest } from '../validation/validate-purchase.ts';

export interface ReservedPurchase extends Extract<ReserveResult, { ok: true }> {
  /** Committed with the order, unless it is a repeated order. */
  attempt: NewAttempt & { request: ChargeRequest };
}

export type ReservePurchaseResult =
  | ReservedPurchase
  | ReservationError
  | CouponRejected
  | Extract<CheckOwnLimitsResult | IdentifyBuyerResult, { ok: false }>;

/**
 * Reserves the numbers for 15 minutes, or less if an extraction is near. Order, regulation acceptances, payment
 * attempt and personal link commit in one transaction. The claims on the buyer's CPF, monthly limit and coupon are
 * made before it, so that concurrent purchases never exceed a limit of the person; a failed reservation releases
 * them.
 */
export async function reservePurchase(
  platform: Platform,
  { orderBatchWriter, payments }: { orderBatchWriter: OrderBatchWriter; payments: Payments },
  request: PaymentRequest,
  purchase: PricedPurchase & {
    acceptances: readonly RegulationAcceptance[];
    stated: DeclaredBuyer;
    group: GroupOfOrder | null;
  },
): Promise<ReservePurchaseResult> {
  // Reserves nothing while the provider is unavailable.
  if (!payments.context.provider.isAvailable()) return { ok: false, code: 'BUSY' };
  const reservation = await buildReservation(platform, payments, request, purchase);
  const { userId, clientRequestId, requestHash } = reservation;
  // Checked before any claim: a rejected request must not use up the coupon of the order that has its key.
  const stored = { requestHash: await findRequestHash(platform, reservation) };
  if (!isSameRequest(stored, reservation)) return { ok: false, code: 'KEY_REUSED' };
  const { email } = request.customer;
  const buyer = await identifyBuyer(platform, { userId, email, cpf: purchase.stated.cpf });
  if (!buyer.ok) return buyer;
  // After the buyer's person is known, because a personal link does not count for the same person.
  const shareCode = await findShare(platform, request.share, {
    userId,
    cpf: request.customer.cpf,
    rifaIds: reservation.lines.map(({ rifaId }) => rifaId),
  });
  const within = await checkOwnLimits(platform, reservation);
  if (!within.ok) {
    await buyer.release();
    return within;
  }
  const claim = purchase.coupon && { code: purchase.coupon.code, userId, clientRequestId, requestHash };
  const claimed = claim && (await claimCoupon(platform, claim));
  if (claimed && !claimed.ok) {
    await releaseSpendingClaim(platform, reservation);
    await buyer.release();
    const { reason } = claimed;
    return reason === 'other-request'
      ? { ok: false, code: 'KEY_REUSED' }
      : { ok: false, code: 'COUPON_REJECTED', reason };
  }
  const reserved = await orderBatchWriter.reserve({ ...reservation, shareCode });
  if (reserved.ok) return { ...reserved, attempt: reservation.attempt };
  await releaseSpendingClaim(platform, reservation);
  await buyer.release();
  if (claim) await releaseClaim(platform, claim);
  return explainNotOnSale(platform, toReservationError(reserved, purchase.rifas));
}

async function buildReservation(
  platform: Platform,
  payments: Payments,
  request: PaymentRequest,
  {
    priced,
    rifas,
    acceptances,
    group,
  }: Pick<PricedPurchase, 'priced' | 'rifas'> & {
    acceptances: readonly RegulationAcceptance[];
    group: GroupOfOrder | null;
  },
) {
  const { clock, random } = platform;
  const { userId, customer, ipAddress, referral, cartKey, method = 'hosted' } = request;
  const affiliateId = await findReferrer(platform, referral, { userId, cpf: customer.cpf });
  const { name: shopName } = await readSite(platform);
  const order = {
    externalReference: makeOrderReference({ clock, random }),
    customer: { ...customer, ...(ipAddress && { ipAddress }) },
    totalCentavos: priced.totalCentavos,
    discounts: discountsToStore(priced.discounts),
    holdExpiresAt: earlierOf(
      holdExpiry(
        clock.now(),
        HOLD_MS,
        priced.lines.flatMap(({ rifaId }) => rifas.get(rifaId)?.drawDate ?? []),
      ),
      group?.deadline,
    ),
  };
  return {
    ...order,
    orderId: random.uuid(),
    userId,
    clientRequestId: request.idempotencyKey,
    requestHash: hashRequest(request),
    receiptNonce: request.receiptNonce,
    affiliateId,
    unpaidCap: { network: publicNetworkOf(ipAddress ?? null) },
    cartKey,
    ...(group && { group: group.request }),
    // The numbers of a group purchase are drawn.
    lines: group ? priced.lines.map((line) => ({ ...line, requestedNumbers: [] })) : priced.lines,
    acceptedRegulations: acceptances,
    attempt: {
      id: random.uuid(),
      provider: payments.context.provider.id,
      kind: method,
      idempotencyKey: random.uuid(),
      request: buildChargeRequest({ clock, shopName }, order, priced.lines, method),
    },
  } satisfies ReserveRequest;
}

function earlierOf(one: Date, other: Date | undefined): Date {
  return other && other < one ? other : one;
}
