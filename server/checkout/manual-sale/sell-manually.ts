import { isMobilePhone } from '@mare/domain/accounts/contact.ts';
import { readBrazilianPhone } from '@mare/domain/accounts/phone-number.ts';
import { HOLD_MS } from '@mare/domain/orders/hold.ts';
import {
  checkOwnLimits,
  type CheckOwnLimitsResult,
  releaseSpendingClaim,
} from '../../accounts/limits/check-own-limits.ts';
import { findOrCreateBuyer } from '../../accounts/find-or-create-buyer.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import { findOrderOfRequest, findOrderOfUser } from '../../orders/reading/find-order.ts';
import { makeOrderReference } from '../../orders/identity/order-reference.ts';
import type { OrderBatchWriter } from '../../orders/reservation/order-batch-writer.ts';
import { isSameRequest } from '../../orders/reservation/reserve-request.ts';
import { settleInCash } from '../../payments/cash/settle-in-cash.ts';
import type { Payments } from '../../payments/payments.ts';
import type { Platform } from '../../platform/platform.ts';
import { explainNotOnSale, priceFor } from '../quotes/quote-cart.ts';
import { type ReservationError, toReservationError } from '../purchase/reservation-error.ts';
import { checkEligibility, type NotEligible } from '../validation/check-eligibility.ts';

export interface ManualSale {
  rifaId: string;
  /** Idempotency key of the sale. */
  requestId: string;
  quantity: number;
  /** Key of a plan of this quantity; null for none. */
  tier: string | null;
  /** Chosen by the buyer; ignored where the rifa does not let buyers choose. */
  numbers: readonly number[];
  /** Price that the seller expects. A higher price rejects the sale, a discount lowers it. Null: not compared. */
  expectedCentavos: number | null;
  name: string;
  email: string | null;
  /** In any format. */
  phone: string | null;
}

export type ManualSaleResult =
  | { ok: true; externalReference: string; numbers: number[]; totalCentavos: number }
  | { ok: false; code: 'INVALID_CUSTOMER'; field: 'phone' }
  | { ok: false; code: 'PRICE_CHANGED'; rifaId: string; title: string }
  | NotEligible
  | Extract<CheckOwnLimitsResult, { ok: false }>
  | Exclude<ReservationError, { code: 'ACCOUNT_CLOSED' | 'UNPAID_LIMIT' | 'OPEN_ORDER' | 'GROUP_REJECTED' }>
  | { ok: false; code: 'QUANTITY_OUT_OF_RANGE'; rifaId: string; title: string; min: number; max: number };

/** Sells cotas for cash: reserves like any order and posts the payment at once. Idempotent by `requestId`. */
export async function sellManually(
  platform: Platform,
  { orderBatchWriter, payments }: { orderBatchWriter: OrderBatchWriter; payments: Payments },
  by: { userId: string; ipAddress: string | null },
  sale: ManualSale,
): Promise<ManualSaleResult> {
  const { rifaId, quantity, name, email, tier } = sale;
  const phone = sale.phone === null ? null : readBrazilianPhone(sale.phone);
  const isUnreadable = sale.phone !== null && phone === null;
  // Without an e-mail address, a code by text message is the only way to the cotas.
  const isOutOfReach = email === null && !isMobilePhone(phone ?? '');
  if (isUnreadable || isOutOfReach) return { ok: false, code: 'INVALID_CUSTOMER', field: 'phone' };
  const userId = await findOrCreateBuyer(platform, { email, name, phone });
  if (!userId) return { ok: false, code: 'BUSY' };
  const clientRequestId = `hand-${sale.requestId}`;
  const requestHash = `${rifaId} ${quantity} ${(email ?? phone ?? '').toLowerCase()}`;
  // Checked before price and limits, which may have changed since, e.g. by this order itself.
  const stored = await findOrderOfRequest(platform.db, userId, clientRequestId);
  if (stored && !isSameRequest(stored, { requestHash })) return { ok: false, code: 'KEY_REUSED' };
  if (stored) return settle(platform, payments, by, sale, { orderId: stored.id, userId });
  const line = {
    rifaId,
    quantity,
    tier,
    seenPriceCentavos: null,
    requestedNumbers: sale.numbers,
    exact: true,
  };
  const { priced, rifas } = await priceFor(platform, { userId, cart: [line] });
  if (!priced.ok) return explainNotOnSale(platform, priced);
  const { title, choosesNumbers } = rifas.get(rifaId)!;
  const isPlanGone = priced.lines[0]!.tier !== tier;
  if (isPlanGone || (sale.expectedCentavos !== null && priced.totalCentavos > sale.expectedCentavos))
    return { ok: false, code: 'PRICE_CHANGED', rifaId, title };
  const rejection = await checkEligibility(platform, userId, rifas, { stated: {}, isMinor: false });
  if (rejection && !isUnknown(rejection)) return rejection;

  const { totalCentavos } = priced;
  const within = await checkOwnLimits(platform, { userId, clientRequestId, totalCentavos });
  if (!within.ok) return within;
  const reserved = await orderBatchWriter.reserve({
    orderId: platform.random.uuid(),
    externalReference: makeOrderReference(platform),
    userId,
    clientRequestId,
    requestHash,
    customer: { name, ...(email && { email }), ...(phone && { phone }) },
    totalCentavos,
    // After a crash before the payment is recorded, a retry completes the sale, or the hold expires.
    holdExpiresAt: new Date(platform.clock.now().getTime() + HOLD_MS),
    lines: priced.lines.map((each) => (choosesNumbers ? each : { ...each, requestedNumbers: [] })),
    attempt: null,
  });
  if (!reserved.ok) {
    await releaseSpendingClaim(platform, { userId, clientRequestId });
    const rejected = toReservationError(reserved, rifas);
    // Cannot happen here: a manual sale has no payment page, cart or group.
    return rejected.code === 'UNPAID_LIMIT' ||
      rejected.code === 'OPEN_ORDER' ||
      rejected.code === 'ACCOUNT_CLOSED' ||
      rejected.code === 'GROUP_REJECTED'
      ? { ok: false, code: 'BUSY' }
      : explainNotOnSale(platform, rejected);
  }
  return settle(platform, payments, by, sale, { orderId: reserved.order.id, userId });
}

/** Posts the payment, and completes a sale that crashed after its reservation. */
async function settle(
  platform: Platform,
  payments: Payments,
  by: { userId: string; ipAddress: string | null },
  { rifaId, quantity }: ManualSale,
  { orderId, userId }: { orderId: string; userId: string },
): Promise<ManualSaleResult> {
  const settled = await settleInCash(payments.context, orderId, `admin:${by.userId}`);
  const order = settled.ok ? await findOrderOfUser(platform.db, orderId, userId) : null;
  if (!order) return { ok: false, code: 'BUSY' };
  const { externalReference, totalCentavos, lines } = order;
  await recordActivity(platform.db, platform, {
    ...by,
    action: 'sell-by-hand',
    entityType: 'order',
    entityId: orderId,
    description: `Vendeu ${quantity} ${quantity === 1 ? 'cota' : 'cotas'} de “${lines[0]?.title}” em dinheiro.`,
    details: { rifaId, quantity, totalCentavos, buyer: userId },
    deduplicationKey: `sold-by-hand:${orderId}`,
  });
  return { ok: true, externalReference, numbers: lines.flatMap(({ numbers }) => numbers), totalCentavos };
}

/** The seller checks age, city and identity in person; other reasons known from the account still reject the sale. */
function isUnknown({ reason }: NotEligible): boolean {
  return reason === 'city_unknown' || reason === 'birth_date_unknown' || reason === 'cpf_unknown';
}
