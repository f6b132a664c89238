import { areSalesOver, type RifaStatus } from './rifa-state.ts';

export type WindowProblem = 'EXTREMES_STARTED' | 'EXTREMES_AFTER_SALES';

/**
 * Why a published rifa may not declare a prize for the highest and lowest cota paid from a date on: of cotas paid before
 * now, the winners are known, and after the end of sales nobody can take part.
 */
export function windowProblem(
  from: Date,
  rifa: { status: RifaStatus; salesEndAt: Date },
  now: Date,
): WindowProblem | null {
  if (from <= now) return 'EXTREMES_STARTED';
  return areSalesOver(rifa.status) || from >= rifa.salesEndAt ? 'EXTREMES_AFTER_SALES' : null;
}
