/**
 * Decides which cotas of a paid order are returned, and for how much. Withdrawals, cancelled rifas, the unsold policy
 * and refunds by an admin all use this rule.
 */
import type { RifaStatus } from '../../rifas/lifecycle/rifa-state.ts';
import { withdrawableUntil } from '../withdrawal.ts';
import { cotaValues } from './cota-values.ts';

export interface PaidLine {
  /** 1-based. */
  lineNo: number;
  rifaId: string;
  rifa: {
    status: RifaStatus;
    salesEndAt: Date;
    /** The list of sold numbers is frozen. */
    isFrozen: boolean;
  };
  /** Centavos paid for the whole line, returned cotas included. */
  totalCentavos: number;
  /** All numbers of the line as it was paid. */
  bought: readonly number[];
  /** Numbers that the order holds and that have no requested refund. */
  held: readonly number[];
  /** Numbers that won a cota premiada. */
  prizeNumbers: readonly number[];
  /** The payment revealed which of the numbers are cotas premiadas. */
  isRevealed: boolean;
  /** Numbers that another person has claimed as a gift. */
  givenNumbers: readonly number[];
}

export type ReturnCause =
  /** Withdrawal by the buyer, within seven days of paying. */
  | { kind: 'withdrawal'; paidAt: Date; now: Date }
  /** Lines of cancelled rifas. */
  | { kind: 'rifa_cancelled' }
  /** Return of these rifas by an admin. */
  | { kind: 'admin'; rifaIds: readonly string[] }
  /** Return under the two-person rule of cotas on a frozen list: their money is refunded, the cotas stay. */
  | { kind: 'sealed'; rifaIds: readonly string[] };

/**
 * Why cotas stay. `DRAWN`: the list is frozen or drawn. `PRIZE_FOUND`: a cota premiada was found, which consumes it.
 * `REVEALED`: the buyer already knows whether they are premiadas. `GIVEN`: they belong to another person. `TOO_LATE`:
 * the time to withdraw is over. `OTHER_RIFA`: nothing happened to their rifa.
 */
export const KEPT_REASONS = ['OTHER_RIFA', 'DRAWN', 'TOO_LATE', 'PRIZE_FOUND', 'REVEALED', 'GIVEN'] as const;
export type KeptReason = (typeof KEPT_REASONS)[number];

export interface ReturnedCotas {
  lineNo: number;
  rifaId: string;
  /** Ascending. */
  numbers: number[];
  centavos: number;
  /** On a frozen list. */
  isSealed: boolean;
}

export interface KeptCotas {
  lineNo: number;
  rifaId: string;
  /** Ascending. */
  numbers: number[];
  centavos: number;
  /** On a frozen list. */
  isSealed: boolean;
  reason: KeptReason;
}

export interface Return {
  returned: ReturnedCotas[];
  kept: KeptCotas[];
}

/** Price of cotas; `refundOfReturn` tells how much of it is refunded. */
export function priceOf(cotas: readonly Pick<ReturnedCotas, 'centavos'>[]): number {
  return cotas.reduce((sum, { centavos }) => sum + centavos, 0);
}

export function decideReturn(lines: readonly PaidLine[], cause: ReturnCause): Return {
  const decision: Return = { returned: [], kept: [] };
  for (const line of lines) {
    const { lineNo, rifaId } = line;
    const keptNumbers = new Map<KeptReason, number[]>();
    const numbers: number[] = [];
    const ofLine = keptLine(line, cause);
    for (const number of [...line.held].sort((a, b) => a - b)) {
      const reason = ofLine ?? keptCota(line, number, cause);
      if (reason) keptNumbers.set(reason, [...(keptNumbers.get(reason) ?? []), number]);
      else numbers.push(number);
    }
    const isSealed = isOnFrozenList(line);
    const values = cotaValues(line.bought, line.totalCentavos);
    const valueOf = (cotas: number[]) => cotas.reduce((sum, number) => sum + values.get(number)!, 0);
    for (const [reason, ofReason] of keptNumbers) {
      const centavos = valueOf(ofReason);
      decision.kept.push({ lineNo, rifaId, numbers: ofReason, centavos, isSealed, reason });
    }
    if (numbers.length === 0) continue;
    decision.returned.push({ lineNo, rifaId, numbers, centavos: valueOf(numbers), isSealed });
  }
  return decision;
}

function keptLine(line: PaidLine, cause: ReturnCause): KeptReason | null {
  if (cause.kind === 'rifa_cancelled') return line.rifa.status === 'cancelled' ? null : 'OTHER_RIFA';
  if ('rifaIds' in cause && !cause.rifaIds.includes(line.rifaId)) return 'OTHER_RIFA';
  const isSealed = isOnFrozenList(line);
  if (cause.kind === 'sealed') return isSealed ? null : 'OTHER_RIFA';
  if (isSealed) return 'DRAWN';
  if (cause.kind === 'withdrawal' && !withdrawableUntil(line.rifa, cause.paidAt, cause.now))
    return 'TOO_LATE';
  return null;
}

/** A cancelled rifa has no draw, so its list, if any, does not matter. */
function isOnFrozenList({ rifa: { status, isFrozen } }: PaidLine): boolean {
  return status !== 'cancelled' && (isFrozen || status === 'completed');
}

function keptCota(line: PaidLine, number: number, { kind }: ReturnCause): KeptReason | null {
  if (line.prizeNumbers.includes(number)) return 'PRIZE_FOUND';
  if (kind !== 'withdrawal') return null;
  if (line.isRevealed) return 'REVEALED';
  return line.givenNumbers.includes(number) ? 'GIVEN' : null;
}
