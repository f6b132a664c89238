import { priceCart } from '@mare/domain/checkout/price-cart.ts';
import { HOLD_MS } from '@mare/domain/orders/hold.ts';
import {
  checkOwnLimits,
  type CheckOwnLimitsResult,
  releaseSpendingClaim,
} from '../../accounts/limits/check-own-limits.ts';
import { findOrCreateBuyer } from '../../accounts/find-or-create-buyer.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import { makeOrderReference } from '../../orders/order-reference.ts';
import type { OrderBatchWriter } from '../../orders/reservation/order-batch-writer.ts';
import { settleInCash } from '../../payments/cash/settle-in-cash.ts';
import type { Payments } from '../../payments/payments.ts';
import type { Platform } from '../../platform/platform.ts';
import { findRifasOnSale } from '../checkout.queries.ts';
import { validateCustomer } from '../validation/validate-customer.ts';
import { type ReservationError, toReservationError } from '../reservation-error.ts';
import { checkEligibility, type NotEligible } from '../validation/check-eligibility.ts';

export interface ManualSale {
  rifaId: string;
  /** Idempotency key of the sale. */
  requestId: string;
  quantity: number;
  name: string;
  email: string;
  phone: string | null;
}

export type ManualSaleResult =
  | { ok: true; externalReference: string; numbers: number[]; totalCentavos: number }
  | { ok: false; code: 'INVALID_CUSTOMER'; field: 'cpf' | 'phone' | 'cep' | 'city' }
  | NotEligible
  | Extract<CheckOwnLimitsResult, { ok: false }>
  | Exclude<ReservationError, { code: 'NUMBERS_TAKEN' | 'UNPAID_LIMIT' | 'OPEN_ORDER' }>
  | { ok: false; code: 'QUANTITY_OUT_OF_RANGE'; rifaId: string; title: string; min: number; max: number };

/** Sells cotas for cash: reserves like any order and posts the payment at once. Idempotent by `requestId`. */
export async function sellManually(
  platform: Platform,
  { orderBatchWriter, payments }: { orderBatchWriter: OrderBatchWriter; payments: Payments },
  by: { userId: string; ipAddress: string | null },
  sale: ManualSale,
): Promise<ManualSaleResult> {
  const { rifaId, quantity, name, email, phone } = sale;
  const field = validateCustomer({ name, email, phone: phone ?? undefined });
  if (field) return { ok: false, code: 'INVALID_CUSTOMER', field };
  const userId = await findOrCreateBuyer(platform, { email, name, phone });
  if (!userId) return { ok: false, code: 'BUSY' };
  const rifas = await findRifasOnSale(platform, userId, [rifaId]);
  const seenPriceCentavos = rifas.get(rifaId)?.priceCentavos ?? 0;
  const priced = priceCart(
    [{ rifaId, quantity, tier: null, seenPriceCentavos, requestedNumbers: [] }],
    rifas,
    [],
  );
  if (!priced.ok)
    return priced.code === 'QUANTITY_OUT_OF_RANGE' || priced.code === 'PURCHASE_LIMIT_EXCEEDED'
      ? priced
      : { ok: false, code: 'RIFA_NOT_ACTIVE', rifaId, title: priced.title };
  const refusal = await checkEligibility(platform, userId, rifas, { stated: {}, isMinor: false });
  if (refusal && !isUnknown(refusal)) return refusal;

  const clientRequestId = `hand-${sale.requestId}`;
  const { totalCentavos } = priced;
  const within = await checkOwnLimits(platform, { userId, clientRequestId, totalCentavos });
  if (!within.ok) return within;
  const reserved = await orderBatchWriter.reserve({
    orderId: platform.random.uuid(),
    externalReference: makeOrderReference(platform),
    userId,
    clientRequestId,
    requestHash: `${rifaId} ${quantity} ${email.toLowerCase()}`,
    customer: { name, email, ...(phone && { phone }) },
    totalCentavos,
    // After a crash before the payment is recorded, a retry completes the sale, or the hold expires.
    holdExpiresAt: new Date(platform.clock.now().getTime() + HOLD_MS),
    lines: priced.lines,
    attempt: null,
  });
  const { title } = rifas.get(rifaId)!;
  if (!reserved.ok) {
    await releaseSpendingClaim(platform, { userId, clientRequestId });
    const refused = toReservationError(reserved, rifas);
    // The seller requests no numbers, has the money and no cart, so none happens.
    return refused.code === 'NUMBERS_TAKEN' ||
      refused.code === 'UNPAID_LIMIT' ||
      refused.code === 'OPEN_ORDER'
      ? { ok: false, code: 'BUSY' }
      : refused;
  }
  const { order } = reserved;
  const settled = await settleInCash(payments.context, order.id, `admin:${by.userId}`);
  if (!settled.ok) return { ok: false, code: 'BUSY' };
  await recordActivity(platform.db, platform, {
    ...by,
    action: 'sell-by-hand',
    entityType: 'order',
    entityId: order.id,
    description: `Vendeu ${quantity} ${quantity === 1 ? 'cota' : 'cotas'} de “${title}” em dinheiro.`,
    details: { rifaId, quantity, totalCentavos: order.totalCentavos, buyer: userId },
    deduplicationKey: `sold-by-hand:${order.id}`,
  });
  return {
    ok: true,
    externalReference: order.externalReference,
    numbers: reserved.lines[0]!.numbers,
    totalCentavos: order.totalCentavos,
  };
}

/** The seller checks age, city and who the buyer is in person; reasons known from the account still reject the sale. */
function isUnknown({ reason }: NotEligible): boolean {
  return reason === 'city_unknown' || reason === 'birth_date_unknown' || reason === 'cpf_unknown';
}
