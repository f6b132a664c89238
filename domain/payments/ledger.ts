/**
 * Double entry over what payments do. Amounts in centavos; positive is a debit. Every transaction adds up to zero and
 * has a key of its own, so that posting it twice changes nothing.
 *
 * Accounts: `mp_receivable` what the provider holds for us; `cash` what was taken by hand; `customer_funds` money that
 * still belongs to a buyer (zero when all is at rest); `sales:<rifaId>`; `fees`; `chargeback_loss`.
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

/** What each rifa has of an order's total, in the order of the lines. */
export interface RifaShare {
  rifaId: string;
  totalCentavos: number;
}

/** As the provider of a payment: money taken by hand, without any. */
export const CASH = 'cash';

/** Where the money of a payment lies. */
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

export function providerFee(payment: LedgerPayment, feeCentavos: number): LedgerTransaction {
  return transaction(`fee:${payment.provider}:${payment.paymentId}`, [
    ['fees', feeCentavos],
    ['mp_receivable', -feeCentavos],
  ]);
}

/**
 * Money given back, from one cumulative refunded amount to a larger one.
 * @param shares of the settled order; null when the payment settled none and the money was still the buyer's.
 */
export function moneyOut(
  payment: LedgerPayment,
  refundedBeforeCentavos: number,
  refundedCentavos: number,
  shares: RifaShare[] | null,
): LedgerTransaction {
  const key = `out:${payment.provider}:${payment.paymentId}:${refundedCentavos}`;
  return transaction(key, [
    [holderOf(payment), refundedBeforeCentavos - refundedCentavos],
    ...returned(refundedBeforeCentavos, refundedCentavos, shares),
  ]);
}

/** Money taken back by the payer's bank, what was left of the payment: a loss only if it had settled an order. */
export function chargeback(
  payment: LedgerPayment,
  refundedBeforeCentavos: number,
  hadSettled: boolean,
): LedgerTransaction {
  const left = payment.amountCentavos - refundedBeforeCentavos;
  return transaction(`cb:${payment.provider}:${payment.paymentId}`, [
    ['mp_receivable', -left],
    [hadSettled ? 'chargeback_loss' : 'customer_funds', left],
  ]);
}

function returned(before: number, after: number, shares: RifaShare[] | null): [string, number][] {
  if (!shares) return [['customer_funds', after - before]];
  const then = splitByShares(before, shares);
  return splitByShares(after, shares).map((amount, index) => [
    `sales:${shares[index]!.rifaId}`,
    amount - then[index]!,
  ]);
}

/** Splits an amount in proportion to the shares, to the centavo: the parts add up to it, and only grow with it. */
export function splitByShares(amountCentavos: number, shares: RifaShare[]): number[] {
  const total = shares.reduce((sum, share) => sum + share.totalCentavos, 0);
  let weight = 0;
  let given = 0;
  return shares.map((share) => {
    weight += share.totalCentavos;
    const upTo = Math.floor((amountCentavos * weight) / total);
    const part = upTo - given;
    given = upTo;
    return part;
  });
}

/** Adds up entries of the same account and leaves out zeros. */
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
