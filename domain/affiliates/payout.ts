/**
 * Schedule and amount of payouts to affiliates and partners.
 *
 * On the 15th of each month (Maceió) everything payable and not yet paid out is added up: sales of 30 days, and carried-
 * over balances. A sale is payable once its buyer can no longer withdraw or, if a longer time is set, charge back.
 * Affiliates are paid from R$ 50,00; a lower or negative balance carries over. Earnings are never forfeited.
 */
import type { LedgerTransaction } from '../payments/ledger.ts';
import { formatInteger } from '../format.ts';
import { WITHDRAWAL_DAYS } from '../orders/withdrawal.ts';
import { MACEIO_OFFSET_MS } from '../time/maceio-time.ts';

/** R$ 50,00. */
export const MINIMUM_PAYOUT_CENTAVOS = 5_000;
export const PAYOUT_DAY = 15;

/** Whether an affiliate's earnings reach the minimum of a payout. An account can only be deleted below it. */
export function reachesMinimumPayout(centavos: number): boolean {
  return centavos >= MINIMUM_PAYOUT_CENTAVOS;
}

/** Days of confirmed sales in one payout. */
export const PAYOUT_WINDOW_DAYS = 30;

const DAY_MS = 86_400_000;

export interface PayoutPeriod {
  /** The 15th, 'YYYY-MM-DD'. */
  period: string;
  /** Its midnight in Maceió. */
  startsAt: Date;
  /** Sales paid before it count. */
  endsBefore: Date;
  /** 30 days before `endsBefore`. */
  windowStarts: Date;
}

/** Days from the payment of a sale until its commission is payable. @param chargebackDays 0 without a window */
export function holdDaysOf(chargebackDays: number): number {
  return Math.max(WITHDRAWAL_DAYS, chargebackDays);
}

/** The latest 15th up to now. */
export function latestPayout(now: Date, holdDays = WITHDRAWAL_DAYS): PayoutPeriod {
  const local = new Date(now.getTime() + MACEIO_OFFSET_MS);
  const monthsBack = local.getUTCDate() >= PAYOUT_DAY ? 0 : 1;
  return payoutOf(local.getUTCFullYear(), local.getUTCMonth() - monthsBack, holdDays);
}

/** The first 15th still ahead. */
export function nextPayout(now: Date, holdDays = WITHDRAWAL_DAYS): PayoutPeriod {
  const local = new Date(now.getTime() + MACEIO_OFFSET_MS);
  const monthsAhead = local.getUTCDate() >= PAYOUT_DAY ? 1 : 0;
  return payoutOf(local.getUTCFullYear(), local.getUTCMonth() + monthsAhead, holdDays);
}

/** The first payout from now on that includes a sale paid at the given time. */
export function payoutOfSale(paidAt: Date, now: Date, holdDays: number): PayoutPeriod {
  const payable = new Date(Math.max(now.getTime(), paidAt.getTime() + holdDays * DAY_MS));
  return nextPayout(payable, holdDays);
}

/** @param month 0-based; may overflow the year */
function payoutOf(year: number, month: number, holdDays: number): PayoutPeriod {
  const midnight = Date.UTC(year, month, PAYOUT_DAY);
  const startsAt = new Date(midnight - MACEIO_OFFSET_MS);
  const endsBefore = new Date(startsAt.getTime() - holdDays * DAY_MS);
  return {
    period: new Date(midnight).toISOString().slice(0, 10),
    startsAt,
    endsBefore,
    windowStarts: new Date(endsBefore.getTime() - PAYOUT_WINDOW_DAYS * DAY_MS),
  };
}

export interface Beneficiary {
  kind: 'affiliate' | 'partner';
  id: string;
}

/** Ledger entries of a payment to an affiliate or partner. */
export function payoutSent(
  payoutId: string,
  { kind, id }: Beneficiary,
  amountCentavos: number,
): LedgerTransaction {
  return {
    key: `payout:${payoutId}`,
    entries: [
      { account: `${kind}s_payable:${id}`, amountCentavos },
      { account: 'bank', amountCentavos: -amountCentavos },
    ],
  };
}

export function countPayouts(count: number): string {
  return count === 1 ? '1 repasse' : `${formatInteger(count)} repasses`;
}
