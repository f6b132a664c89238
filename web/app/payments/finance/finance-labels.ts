export { figureLabels } from '@mare/domain/admin/finance-figures.ts';
import type { FinanceKind } from '@mare/contract/admin/finance.ts';

/** In display order. The contract's schemas stay out of the browser's bundle. */
export const KINDS = [
  'sales',
  'discounts',
  'refunds',
  'fees',
  'chargebacks',
  'commissions',
  'prizes',
  'taxes',
] as const satisfies FinanceKind[];

/** Whose entries each rifa has accounts for. Of the others, it has its part of an order's. */
export const OF_RIFA: ReadonlySet<FinanceKind> = new Set([
  'sales',
  'discounts',
  'refunds',
  'prizes',
  'taxes',
]);

/** '22/11/2026'. @param day ISO date */
export function shortDay(day: string): string {
  return day.split('-').toReversed().join('/');
}

/** The figure whose entries are listed. */
export interface Drill {
  kind: FinanceKind;
  rifaId?: string;
  /** One day instead of the period. */
  day?: string;
  title: string;
}
