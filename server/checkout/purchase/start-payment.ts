import { dateInMaceio } from '@mare/domain/time/maceio-time.ts';
import type { PricedLine } from '@mare/domain/checkout/price-cart.ts';
import { saveBuyerDetails } from '../../accounts/profile/save-buyer-details.ts';
import type { OrderBatchWriter } from '../../orders/reservation/order-batch-writer.ts';
import { findOrderOfRequest, findOrderOfUser } from '../../orders/reading/find-order.ts';
import { findOpenOrder } from '../../orders/reading/open-orders.ts';
import { isSameRequest, type ReservedOrder } from '../../orders/reservation/reserve-request.ts';
import type { HostedPage } from '../../payments/attempts/open-charge.ts';
import type { Payments } from '../../payments/payments.ts';
import type { Platform } from '../../platform/platform.ts';
import { reachStage } from '../../cart/abandonment/track-cart.ts';
import { chargePurchase, type ChargePurchaseResult } from './charge-purchase.ts';
import { hashRequest } from './hash-request.ts';
import { acceptTerms, type AcceptTermsResult } from '../validation/accept-terms.ts';
import { checkConfirmedPhone, checkEligibility, type NotEligible } from '../validation/check-eligibility.ts';
import { checkRegulations, type CheckRegulationsResult } from '../validation/check-regulations.ts';
import { recordedCarts } from '../checkout.queries.ts';
import { checkQuote, type CheckQuoteResult } from '../quotes/check-quote.ts';
import { type PricedPurchase, pricePurchase } from './price-purchase.ts';
import { planGroup, type PlanGroupResult } from '../group-purchases/plan-group.ts';
import { reservePurchase, type ReservedPurchase, type ReservePurchaseResult } from './reserve-purchase.ts';
import {
  type InvalidPurchase,
  type PaymentRequest,
  type ValidatedPurchase,
  validatePurchase,
} from '../validation/validate-purchase.ts';

export interface StartedPayment {
  order: ReservedOrder;
  /** `changed`: requested numbers that were taken and replaced. */
  lines: { rifaId: string; title: string; numbers: number[]; changed: number[] }[];
  /** Null if it is paid by Pix on the order's page. */
  page: HostedPage | null;
}

type Rejected<Result> = Extract<Result, { ok: false }>;

export type StartPaymentResult =
  | { ok: true; value: StartedPayment }
  | InvalidPurchase
  | Rejected<Awaited<ReturnType<typeof pricePurchase>>>
  | Rejected<CheckQuoteResult>
  | NotEligible
  | Rejected<CheckRegulationsResult>
  | Rejected<AcceptTermsResult>
  | Rejected<PlanGroupResult>
  | OpenOrderExists
  | Exclude<Rejected<ReservePurchaseResult>, { code: 'OPEN_ORDER' }>
  | { ok: false; code: 'BUSY' }
  | Rejected<ChargePurchaseResult>;

/**
 * Validates a purchase, prices it, reserves its numbers for 15 minutes and opens the provider's payment page. For a
 * rejected buyer only the acceptance of the terms of use is saved. After a crash that follows the reservation, a
 * request with the same key finds the stored order, saves the buyer's details and opens the page, whatever has
 * changed since.
 */
export async function startPayment(
  platform: Platform,
  services: { orderBatchWriter: OrderBatchWriter; payments: Payments },
  request: PaymentRequest,
): Promise<StartPaymentResult> {
  const { userId } = request;
  const purchase = validatePurchase(request, dateInMaceio(platform.clock.now()));
  if (!purchase.ok) return purchase;
  const order = await makeOrder(platform, services, request, purchase);
  const reserved = order.ok ? order : ((await findRepeatedOrder(platform, request)) ?? order);
  if (!reserved.ok) return reserved;
  await saveBuyerDetails(platform, userId, { ...request.customer, ...purchase.stated });

  const charged = await chargePurchase(services.payments, reserved);
  if (!charged.ok) return charged;
  if (order.ok) await reachStage(platform, userId, recordedCarts(order.rifas), 'payment');
  return { ok: true, value: { order: reserved.order, lines: reserved.lines, page: charged.page } };
}

/** Checks and prices the purchase, and reserves its numbers. */
async function makeOrder(
  platform: Platform,
  services: { orderBatchWriter: OrderBatchWriter; payments: Payments },
  request: PaymentRequest,
  purchase: ValidatedPurchase,
) {
  const { userId } = request;
  const open = await checkOpenOrder(platform, request);
  if (open) return open;
  const priced = await pricePurchase(platform, request, purchase);
  if (!priced.ok) return priced;
  const { rifas } = priced;
  const shown = await checkShownQuote(platform, request, purchase, priced);
  if (!shown.ok) return shown;
  const notEligible = await checkEligibility(platform, userId, rifas, purchase);
  if (notEligible) return notEligible;
  const unconfirmed = await checkConfirmedPhone(platform, request, rifas);
  if (unconfirmed) return unconfirmed;
  const regulations = await checkRegulations(
    platform,
    userId,
    rifas.values(),
    request.acceptedRegulations ?? [],
  );
  if (!regulations.ok) return regulations;
  const terms = await acceptTerms(platform, userId, rifas, request.acceptedTerms);
  if (!terms.ok) return terms;

  const planned = await planGroup(platform, request, priced);
  if (!planned.ok) return planned;

  const { stated } = purchase;
  const { group } = planned;
  const reserved = await reservePurchase(platform, services, request, {
    ...priced,
    ...regulations,
    stated,
    group,
  });
  if (!reserved.ok)
    // The order of the other tab may be closed by now; then a retry succeeds.
    return reserved.code === 'OPEN_ORDER'
      ? ((await checkOpenOrder(platform, request)) ?? { ok: false, code: 'BUSY' })
      : reserved;
  return { ...reserved, rifas, lines: withTitles(reserved.lines, priced.priced.lines) };
}

/** The order of an earlier request with the same key and content, or null. */
async function findRepeatedOrder({ db }: Platform, request: PaymentRequest) {
  const { userId, idempotencyKey, method = 'hosted' } = request;
  const stored = await findOrderOfRequest(db, userId, idempotencyKey);
  const requestHash = hashRequest(request);
  if (!stored || !isSameRequest(stored, { requestHash })) return null;
  const order = await findOrderOfUser(db, stored.id, userId);
  const lines = order!.lines.map(({ rifaId, title, numbers }) => ({ rifaId, title, numbers, changed: [] }));
  return {
    ok: true as const,
    order: order!,
    lines,
    repeated: true as const,
    attempt: { kind: method },
  };
}

interface OpenOrderExists {
  ok: false;
  code: 'OPEN_ORDER';
  externalReference: string;
}

/** The order of the same cart that still waits for its payment. An index decides between concurrent requests. */
async function checkOpenOrder(
  { db }: Platform,
  { userId, cartKey, idempotencyKey: clientRequestId }: PaymentRequest,
): Promise<OpenOrderExists | null> {
  const open = cartKey ? await findOpenOrder(db, { userId, cartKey, clientRequestId }) : null;
  return open && { ok: false, code: 'OPEN_ORDER', externalReference: open.externalReference };
}

/** Rejects an order whose price differs from the quote that was shown or, without one, from the amounts in the items. */
async function checkShownQuote(
  platform: Platform,
  { quote, userId, coupon }: PaymentRequest,
  { cart }: ValidatedPurchase,
  { priced }: PricedPurchase,
): Promise<CheckQuoteResult> {
  return quote === undefined
    ? checkStatedAmounts(cart, priced)
    : checkQuote(platform, { quote, userId, cart, coupon }, priced);
}

/**
 * Items state cotas and price per cota, but no bonus, combo or price step: those need a quote. Discounts may only
 * lower the stated price.
 */
function checkStatedAmounts(
  cart: ValidatedPurchase['cart'],
  { lines }: PricedPurchase['priced'],
): CheckQuoteResult {
  const isStated = lines.every(
    ({ bonusQuantity, fullCentavos }, index) =>
      bonusQuantity === 0 && fullCentavos === cart[index]!.seenPriceCentavos! * cart[index]!.quantity,
  );
  return isStated ? { ok: true } : { ok: false, code: 'QUOTE_CHANGED', changes: [] };
}

function withTitles(
  reserved: ReservedPurchase['lines'],
  priced: readonly PricedLine[],
): StartedPayment['lines'] {
  const titles = new Map(priced.map((line) => [line.rifaId, line.title]));
  return reserved.map(({ rifaId, numbers, replaced }) => ({
    rifaId,
    title: titles.get(rifaId) ?? '',
    numbers,
    changed: replaced,
  }));
}
