/**
 * Double-entry transactions for payments. Amounts in centavos; positive is a debit. Every transaction sums to zero and
 * has a unique key, which makes posting idempotent.
 *
 * Accounts: `mp_receivable` held by the provider for us; `cash` received in cash; `cash_owed` cash whose hand-over to a buyer
 * was undone; `customer_funds` money that still
 * belongs to buyers (zero when no payment or refund is pending); `sales:<rifaId>`; `fees`; `chargeback_loss`; `prizes:<rifaId>`
 * prizes at cost; `bank` the organiser's own account; `taxes:<rifaId>` taxes and fees of an authority; `discounts:<rifaId>` what the
 * list price was above the price, against `list_price:<rifaId>`.
 */
export interface LedgerTransaction {
  key: string;
  entries: { account: string; amountCentavos: number }[];
}

export interface LedgerPayment {
  provider: string;
  paymentId: string;
  amountCentavos: number;
}

/** A rifa's share of an order's total; shares are in the order of the lines. */
export interface RifaShare {
  rifaId: string;
  totalCentavos: number;
}

/** Provider id of cash payments. */
export const CASH = 'cash';

/** Account that holds a payment's money. */
function holderOf({ provider }: LedgerPayment): string {
  return provider === CASH ? 'cash' : 'mp_receivable';
}

export function moneyIn(payment: LedgerPayment): LedgerTransaction {
  return transaction(`in:${payment.provider}:${payment.paymentId}`, [
    [holderOf(payment), payment.amountCentavos],
    ['customer_funds', -payment.amountCentavos],
  ]);
}

export function settlement(orderId: string, shares: RifaShare[]): LedgerTransaction {
  const total = shares.reduce((sum, share) => sum + share.totalCentavos, 0);
  return transaction(`settle:${orderId}`, [
    ['customer_funds', total],
    ...shares.map((share): [string, number] => [`sales:${share.rifaId}`, -share.totalCentavos]),
  ]);
}

/** Posts the discount of each rifa. Sales are booked without it, so that the list price is their sum. */
export function discountsGiven(
  orderId: string,
  discounts: readonly { rifaId: string; centavos: number }[],
): LedgerTransaction {
  return transaction(
    `discount:${orderId}`,
    discounts.flatMap(({ rifaId, centavos }): [string, number][] => [
      [`discounts:${rifaId}`, centavos],
      [`list_price:${rifaId}`, -centavos],
    ]),
  );
}

export function providerFee(payment: LedgerPayment, feeCentavos: number): LedgerTransaction {
  return transaction(`fee:${payment.provider}:${payment.paymentId}`, [
    ['fees', feeCentavos],
    ['mp_receivable', -feeCentavos],
  ]);
}

/** Posts the difference between the fee of a settlement line and the ledger; negative if the ledger had more. */
export function feeAdjusted(
  line: { provider: string; paymentId: string; type: string; settledAt: string },
  differenceCentavos: number,
): LedgerTransaction {
  const { provider, paymentId, type, settledAt } = line;
  return transaction(`fee:${provider}:${paymentId}:${type}:${settledAt}`, [
    ['fees', differenceCentavos],
    ['mp_receivable', -differenceCentavos],
  ]);
}

/** Cotas of a rifa that were returned. */
export interface ReturnedOfShare {
  rifaId: string;
  /** Refunded with them; less than their price after a refund of an amount. */
  centavos: number;
  /** What they had cost. */
  priceCentavos: number;
}

/** The refunded part of a payment. */
export interface Refunded {
  /** Centavos refunded in total so far. */
  centavos: number;
  /** The rest of `centavos` first completes the prices of these cotas, then is spread over the rifas by their shares. */
  ofRifas: readonly ReturnedOfShare[];
}

/**
 * Posts a refund, from one cumulative state to a later one.
 * @param shares of the settled order; null if the payment settled none, so the money still belonged to the buyer
 */
export function moneyOut(
  payment: LedgerPayment,
  before: Refunded,
  after: Refunded,
  shares: RifaShare[] | null,
): LedgerTransaction {
  const key = `out:${payment.provider}:${payment.paymentId}:${after.centavos}`;
  return transaction(key, [
    [holderOf(payment), before.centavos - after.centavos],
    ...returned(before, after, shares),
  ]);
}

/** Posts that the buyer of a manual sale paid to the organiser's account, so that the money is not in the drawer. */
export function paidToBank(orderId: string, centavos: number): LedgerTransaction {
  return transaction(`pix:${CASH}:${orderId}`, [
    ['bank', centavos],
    ['cash', -centavos],
  ]);
}

/**
 * Posts that a refund was paid from the organiser's account, so that the provider still holds the money that `moneyOut`
 * took from it.
 */
export function refundedFromBank(
  payment: LedgerPayment,
  { refundId, centavos }: { refundId: string; centavos: number },
): LedgerTransaction {
  return transaction(`elsewhere:${payment.provider}:${payment.paymentId}:${refundId}`, [
    [holderOf(payment), centavos],
    ['bank', -centavos],
  ]);
}

/** A hand-over of cash to a buyer. */
export interface HandOver {
  paymentId: string;
  refundId: string;
  centavos: number;
  /** How many hand-overs of this refund were undone, this one included. */
  undone: number;
}

/** Reverses a hand-over of cash that `moneyOut` or `handedOverAgain` had posted. The sale stays returned. */
export function handOverUndone(handOver: HandOver): LedgerTransaction {
  return ofHandOver('undo', handOver, handOver.centavos);
}

/** Posts that the cash of an undone hand-over was handed over. */
export function handedOverAgain(handOver: HandOver): LedgerTransaction {
  return ofHandOver('again', handOver, -handOver.centavos);
}

function ofHandOver(
  prefix: string,
  { paymentId, refundId, undone }: HandOver,
  centavos: number,
): LedgerTransaction {
  return transaction(`${prefix}:${CASH}:${paymentId}:${refundId}:${undone}`, [
    ['cash', centavos],
    ['cash_owed', -centavos],
  ]);
}

/**
 * Posts a charge-back of the payment's remaining amount: a loss only if the payment had settled an order.
 * @param reversed how many charge-backs of this payment the bank reversed before
 */
export function chargeback(
  payment: LedgerPayment,
  refundedBeforeCentavos: number,
  hadSettled: boolean,
  reversed = 0,
): LedgerTransaction {
  const left = payment.amountCentavos - refundedBeforeCentavos;
  const key = `cb:${payment.provider}:${payment.paymentId}`;
  return transaction(reversed === 0 ? key : `${key}:${reversed}`, [
    ['mp_receivable', -left],
    [hadSettled ? 'chargeback_loss' : 'customer_funds', left],
  ]);
}

/**
 * Posts that the bank reversed a charge-back and returned the money to the shop.
 * @param reversed as for `chargeback`
 */
export function chargebackReversed(
  payment: LedgerPayment,
  refundedBeforeCentavos: number,
  hadSettled: boolean,
  reversed: number,
): LedgerTransaction {
  const { entries } = chargeback(payment, refundedBeforeCentavos, hadSettled);
  return transaction(
    `cb:${payment.provider}:${payment.paymentId}:${reversed}:won`,
    entries.map(({ account, amountCentavos }) => [account, -amountCentavos]),
  );
}

/**
 * Posts money that the provider sent to the bank, or that was returned.
 * @param netCentavos change of the balance at the provider, fee included: negative for money sent to the bank
 * @param feeCentavos of the transfer, not negative
 */
export function transferToBank(
  transfer: { provider: string; type: string; id: string },
  netCentavos: number,
  feeCentavos: number,
): LedgerTransaction {
  return transaction(`transfer:${transfer.provider}:${transfer.type}:${transfer.id}`, [
    ['mp_receivable', netCentavos],
    ['fees', feeCentavos],
    ['bank', -netCentavos - feeCentavos],
  ]);
}

/**
 * Posts a prize that the organiser paid from its own account: delivered, or its value paid to the Tesouro Nacional.
 * @param prizeKey unique: the id of the winner, or `<rifaId>:<position>` of a cota premiada
 */
export function prizePaid(prizeKey: string, rifaId: string, costCentavos: number): LedgerTransaction {
  return transaction(`prize:${prizeKey}`, [
    [`prizes:${rifaId}`, costCentavos],
    ['bank', -costCentavos],
  ]);
}

function returned(before: Refunded, after: Refunded, shares: RifaShare[] | null): [string, number][] {
  if (!shares) return [['customer_funds', after.centavos - before.centavos]];
  const then = refundedByShare(before, shares);
  return refundedByShare(after, shares).map((amount, index) => [
    `sales:${shares[index]!.rifaId}`,
    amount - then[index]!,
  ]);
}

/** Splits a refund over the shares: the parts sum to it exactly. */
export function refundedByShare({ centavos, ofRifas }: Refunded, shares: RifaShare[]): number[] {
  const paid = fillShares(ofRifas, shares);
  const prices = fillShares(
    ofRifas.map(({ rifaId, priceCentavos }) => ({ rifaId, centavos: priceCentavos })),
    shares,
  );
  let parts = shares.map(() => 0);
  let left = centavos;
  const raise = (limits: readonly number[], amount: number) => {
    const rest = shares.map(({ rifaId }, index) => ({
      rifaId,
      totalCentavos: limits[index]! - parts[index]!,
    }));
    const added = splitByShares(amount, rest);
    parts = parts.map((part, index) => part + added[index]!);
    left -= sum(added);
  };
  for (const limits of [paid, prices]) raise(limits, Math.min(left, sum(limits) - sum(parts)));
  const totals = shares.map(({ totalCentavos }) => totalCentavos);
  raise(totals, left);
  return parts;
}

/** Assigns the centavos of each rifa to its shares in their order, to each at most its total. */
function fillShares(
  ofRifas: readonly { rifaId: string; centavos: number }[],
  shares: readonly RifaShare[],
): number[] {
  const left = new Map<string, number>();
  for (const { rifaId, centavos } of ofRifas) left.set(rifaId, (left.get(rifaId) ?? 0) + centavos);
  return shares.map(({ rifaId, totalCentavos }) => {
    const part = Math.min(totalCentavos, left.get(rifaId) ?? 0);
    left.set(rifaId, (left.get(rifaId) ?? 0) - part);
    return part;
  });
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

/** Splits an amount in proportion to the shares. The parts sum to the amount exactly and are monotonic in it. */
export function splitByShares(amountCentavos: number, shares: RifaShare[]): number[] {
  const total = shares.reduce((sum, share) => sum + share.totalCentavos, 0);
  if (total === 0) return shares.map(() => 0);
  let weight = 0;
  let assigned = 0;
  return shares.map((share) => {
    weight += share.totalCentavos;
    const upTo = Math.floor((amountCentavos * weight) / total);
    const part = upTo - assigned;
    assigned = upTo;
    return part;
  });
}

/** Sums entries of the same account and omits zeros. */
function transaction(key: string, entries: [account: string, amountCentavos: number][]): LedgerTransaction {
  const sums = new Map<string, number>();
  for (const [account, amount] of entries) sums.set(account, (sums.get(account) ?? 0) + amount);
  return {
    key,
    entries: [...sums]
      .filter(([, amount]) => amount !== 0)
      .map(([account, amountCentavos]) => ({ account, amountCentavos })),
  };
}
