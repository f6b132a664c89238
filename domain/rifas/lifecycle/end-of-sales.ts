/** Policies at the end of sales, and sales milestones. */

export const UNSOLD_POLICIES = ['draw', 'postpone', 'refund'] as const;
export type UnsoldPolicy = (typeof UNSOLD_POLICIES)[number];

export const POSTPONED_DAYS = 14;
export const MAX_POSTPONEMENTS = 2;

/** Percent of the numbers, the highest first. */
export const MILESTONES = [100, 80, 50] as const;

/** The highest milestone reached, in percent; 0 before the first. */
export function reachedMilestone(soldNumbers: number, totalNumbers: number): number {
  return MILESTONES.find((percent) => soldNumbers * 100 >= totalNumbers * percent) ?? 0;
}

/** Decides what happens at the end of sales. */
export function endOfSales(rifa: {
  policy: UnsoldPolicy;
  minPercent: number;
  soldNumbers: number;
  totalNumbers: number;
  postponements: number;
}): UnsoldPolicy {
  if (rifa.soldNumbers * 100 >= rifa.totalNumbers * rifa.minPercent) return 'draw';
  if (rifa.policy === 'postpone' && rifa.postponements >= MAX_POSTPONEMENTS) return 'draw';
  return rifa.policy;
}
