/** What a rifa declares about the end of its sales, and the shares of sold cotas that are announced. */

export const UNSOLD_POLICIES = ['draw', 'postpone', 'refund'] as const;
export type UnsoldPolicy = (typeof UNSOLD_POLICIES)[number];

export const POSTPONED_DAYS = 14;
export const MOST_POSTPONEMENTS = 2;

const MILESTONES = [100, 80, 50];

/** The highest announced share, in percent, that is reached; 0 before the first. */
export function reachedMilestone(soldNumbers: number, totalNumbers: number): number {
  return MILESTONES.find((percent) => soldNumbers * 100 >= totalNumbers * percent) ?? 0;
}

/** What happens on the draw's date. @param rifa.soldNumbers paid cotas and those still reserved */
export function endOfSales(rifa: {
  policy: UnsoldPolicy;
  minPercent: number;
  soldNumbers: number;
  totalNumbers: number;
  postponements: number;
}): UnsoldPolicy {
  if (rifa.soldNumbers * 100 >= rifa.totalNumbers * rifa.minPercent) return 'draw';
  if (rifa.policy === 'postpone' && rifa.postponements >= MOST_POSTPONEMENTS) return 'draw';
  return rifa.policy;
}
