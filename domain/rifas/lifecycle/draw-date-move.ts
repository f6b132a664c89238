/** Moving the draw date of a public rifa: only to a later extraction, while its sales are open. */
import { brasiliaDate } from '../../draws/lottery/lottery-calendar.ts';
import type { RifaStatus } from './rifa-state.ts';
import { salesEndAt } from './sales-end.ts';

export interface DrawDateMove {
  status: RifaStatus;
  from: Date;
  to: Date;
  salesEndMinutes: number;
  /** Null: sales open by hand. */
  salesStart: Date | null;
  /** Last day of the authorisation (ISO date); null without a limit. */
  validUntil: string | null;
}

/** @param extractions hours of upcoming lottery extractions; null accepts any hour */
export function canMoveDrawDate(
  { status, from, to, salesEndMinutes, salesStart, validUntil }: DrawDateMove,
  extractions: readonly Date[] | null,
  now: Date,
): boolean {
  if (status === 'draft') return true;
  if (validUntil !== null && validUntil < brasiliaDate(to)) return false;
  const isExtraction = extractions === null || extractions.some((at) => at.getTime() === to.getTime());
  const salesEnd = salesEndAt(to, salesEndMinutes);
  if (status === 'scheduled') return isExtraction && salesEnd > (salesStart ?? now);
  return status === 'active' && isExtraction && to > from && salesEndAt(from, salesEndMinutes) > now;
}
