import type { FinanceFigures, FinanceKind } from '@mare/contract/admin/finance.ts';

/** In display order. The contract's schemas stay out of the browser's bundle. */
export const KINDS = [
  'sales',
  'refunds',
  'fees',
  'chargebacks',
  'commissions',
] as const satisfies FinanceKind[];

export const figureLabels: Record<keyof FinanceFigures, string> = {
  sales: 'Vendas',
  refunds: 'Reembolsos',
  fees: 'Tarifas do provedor',
  chargebacks: 'Contestações perdidas',
  commissions: 'Comissões',
  result: 'Resultado',
};

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
