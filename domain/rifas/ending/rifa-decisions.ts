/** Next decision or action that a rifa needs from a person. */
import { endOfSales, type UnsoldPolicy } from '../lifecycle/end-of-sales.ts';
import { type EndingFacts, type EndingStepId, endingSteps } from './ending-steps.ts';

export interface RifaOnSale {
  pausedAt: Date | null;
  salesEndAt: Date;
  soldNumbers: number;
  totalNumbers: number;
  policy: UnsoldPolicy;
  /** Below this the policy applies. */
  minPercent: number;
  postponements: number;
}

export type RifaDecision =
  | { kind: 'ending'; step: EndingStepId; isLate: boolean; until: Date | null }
  | { kind: 'paused'; since: Date }
  /** Unless more is sold by then, the draw is postponed or the orders are refunded. */
  | { kind: 'few_sales'; policy: Exclude<UnsoldPolicy, 'draw'>; minPercent: number; until: Date };

/** Minimum time before the end of sales in which an announcement is useful. */
export const FEW_SALES_WITHIN_MS = 3 * 86_400_000;

/** @returns null when no person needs to act */
export function decisionOnSale(rifa: RifaOnSale, now: Date): RifaDecision | null {
  const { pausedAt, salesEndAt, minPercent } = rifa;
  if (pausedAt) return { kind: 'paused', since: pausedAt };
  const policy = endOfSales(rifa);
  if (policy === 'draw' || salesEndAt.getTime() - now.getTime() > FEW_SALES_WITHIN_MS) return null;
  return { kind: 'few_sales', policy, minPercent, until: salesEndAt };
}

/**
 * The late step that the team has to do, otherwise the first one.
 * @returns null when no person needs to act
 */
export function decisionAtEnding(facts: EndingFacts, now: Date): RifaDecision | null {
  const open = endingSteps(facts, now).filter(
    ({ waitsFor }) => waitsFor === 'team' || waitsFor === 'second_person',
  );
  const step = open.find(({ state }) => state === 'late') ?? open[0];
  return step ? { kind: 'ending', step: step.id, isLate: step.state === 'late', until: step.until } : null;
}
