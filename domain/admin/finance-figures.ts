/** The totals of the Financeiro page, in display order, with their labels. */

/** Totals of ledger entries. */
export const FINANCE_KINDS = [
  'sales',
  'discounts',
  'refunds',
  'fees',
  'chargebacks',
  'commissions',
  'prizes',
  'taxes',
] as const;
export type FinanceKind = (typeof FINANCE_KINDS)[number];

/** With their sums. */
export const FIGURES = [
  'gross',
  'discounts',
  'sales',
  'refunds',
  'fees',
  'chargebacks',
  'commissions',
  'prizes',
  'taxes',
  'result',
] as const;
export type Figure = (typeof FIGURES)[number];

export const figureLabels: Readonly<Record<Figure, string>> = {
  gross: 'Preço cheio',
  discounts: 'Descontos',
  sales: 'Vendas',
  refunds: 'Reembolsos',
  fees: 'Tarifas do provedor',
  chargebacks: 'Contestações perdidas',
  commissions: 'Comissões',
  prizes: 'Prêmios',
  taxes: 'Impostos e taxas',
  result: 'Resultado',
};
