/**
 * Schedule and amount of payouts to affiliates and partners.
 *
 * On the 15th of each month (Maceió) everything confirmed before that day and not yet paid out is added up: sales
 * confirmed in the 30 days before, and carried-over balances. Affiliates are paid from R$ 50,00; a lower or negative
 * balance carries over. Earnings are never forfeited.
 */
import type { LedgerTransaction } from '../payments/ledger.ts';
import { MACEIO_OFFSET_MS } from '../maceio-time.ts';

/** R$ 50,00. */
export const MINIMUM_PAYOUT_CENTAVOS = 5_000;
export const PAYOUT_DAY = 15;
/** Days of confirmed sales in one payout. */
export const PAYOUT_WINDOW_DAYS = 30;

const DAY_MS = 86_400_000;

export interface PayoutPeriod {
  /** The 15th, 'YYYY-MM-DD'. */
  period: string;
  /** Its midnight in Maceió: commissions confirmed before it count. */
  endsBefore: Date;
  /** 30 days earlier. */
  windowStarts: Date;
}

/** The latest 15th up to now. */
export function latestPayout(now: Date): PayoutPeriod {
  const local = new Date(now.getTime() + MACEIO_OFFSET_MS);
  const monthsBack = local.getUTCDate() >= PAYOUT_DAY ? 0 : 1;
  return payoutOf(local.getUTCFullYear(), local.getUTCMonth() - monthsBack);
}

/** The first 15th still ahead. */
export function nextPayout(now: Date): PayoutPeriod {
  const local = new Date(now.getTime() + MACEIO_OFFSET_MS);
  const monthsAhead = local.getUTCDate() >= PAYOUT_DAY ? 1 : 0;
  return payoutOf(local.getUTCFullYear(), local.getUTCMonth() + monthsAhead);
}

/** @param month 0-based; may overflow the year */
function payoutOf(year: number, month: number): PayoutPeriod {
  const midnight = Date.UTC(year, month, PAYOUT_DAY);
  const endsBefore = new Date(midnight - MACEIO_OFFSET_MS);
  return {
    period: new Date(midnight).toISOString().slice(0, 10),
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
