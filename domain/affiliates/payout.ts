/**
 * When and how much affiliates and partners are paid.
 *
 * On the 15th of each month, in Maceió, everything confirmed before that day and not yet paid out is added up for each
 * of them: the sales confirmed in the 30 days before it, and what earlier months left over. An affiliate is paid from
 * R$ 50,00 on; what stays below waits for the next month, and so does a negative sum. Nothing earned is ever forfeited.
 */
import type { LedgerTransaction } from '../payments/ledger.ts';
import { MACEIO_OFFSET_MS } from '../maceio-time.ts';

/** R$ 50,00. */
export const MINIMUM_PAYOUT_CENTAVOS = 5_000;
export const PAYOUT_DAY = 15;
/** Sales confirmed in so many days make up the month that a payout is for. */
export const PAYOUT_WINDOW_DAYS = 30;

const DAY_MS = 86_400_000;

export interface PayoutPeriod {
  /** The 15th, 'YYYY-MM-DD'. */
  period: string;
  /** Its first moment in Maceió: what was confirmed before it counts. */
  endsBefore: Date;
  /** 30 days earlier. */
  windowStarts: Date;
}

/** The latest 15th that has begun. */
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

/** @param month 0-based; may lie outside the year. */
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

/** Money sent: what was owed is owed no more. */
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
