/** Next decision or action that a rifa needs from a person. */
import { endOfSales, type UnsoldPolicy } from '../lifecycle/end-of-sales.ts';
import { type EndingFacts, type EndingStepId, endingSteps } from './ending-steps.ts';

export interface RifaOnSale {
  pausedAt: Date | null;
  salesEndAt: Date;
  soldNumbers: number;
  totalNumbers: number;
  policy: UnsoldPolicy;
  /** Below it the policy applies. */
  minPercent: number;
  postponements: number;
}

export type RifaDecision =
  | { kind: 'ending'; step: EndingStepId; isLate: boolean; until: Date | null }
  | { kind: 'paused'; since: Date }
  /** Unless more is sold until then, the draw is postponed or the money returned. */
  | { kind: 'few_sales'; policy: Exclude<UnsoldPolicy, 'draw'>; minPercent: number; until: Date };

/** Time in which an announcement still sells something. */
export const FEW_SALES_WITHIN_MS = 3 * 86_400_000;

/** @returns null when nothing waits for a person */
export function decisionOnSale(rifa: RifaOnSale, now: Date): RifaDecision | null {
  const { pausedAt, salesEndAt, minPercent } = rifa;
  if (pausedAt) return { kind: 'paused', since: pausedAt };
  const policy = endOfSales(rifa);
  if (policy === 'draw' || salesEndAt.getTime() - now.getTime() > FEW_SALES_WITHIN_MS) return null;
  return { kind: 'few_sales', policy, minPercent, until: salesEndAt };
}

/** The late step that waits for the team, or else the first one. @returns null when nothing waits for a person */
export function decisionAtEnding(facts: EndingFacts, now: Date): RifaDecision | null {
  const open = endingSteps(facts, now).filter(
    ({ waitsFor }) => waitsFor === 'team' || waitsFor === 'second_person',
  );
  const step = open.find(({ state }) => state === 'late') ?? open[0];
  return step ? { kind: 'ending', step: step.id, isLate: step.state === 'late', until: step.until } : null;
}
