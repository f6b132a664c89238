export { FINANCE_KINDS, figureLabels } from '@mare/domain/admin/finance-figures.ts';
import type { FinanceKind } from '@mare/domain/admin/finance-figures.ts';
import type { ManualAccount } from '@mare/domain/payments/manual-entry.ts';

export const manualAccountLabels: Record<ManualAccount, string> = {
  bank: 'Banco',
  mp_receivable: 'A receber do provedor',
  cash: 'Dinheiro em caixa',
  customer_funds: 'Dinheiro de compradores',
  fees: 'Tarifas do provedor',
  chargeback_loss: 'Contestações perdidas',
  sales: 'Vendas de uma rifa',
  prizes: 'Prêmios de uma rifa',
  taxes: 'Impostos e taxas de uma rifa',
};

/** Accounts of the ledger that accept no manual entries. */
const otherAccountLabels: Record<string, string> = {
  discounts: 'Descontos de uma rifa',
  list_price: 'Preço cheio de uma rifa',
  cash_owed: 'Dinheiro a devolver em mãos',
  affiliate_commissions: 'Comissões de afiliados',
  partner_commissions: 'Comissões de parceiros',
  affiliates_payable: 'A pagar a um afiliado',
  partners_payable: 'A pagar a um parceiro',
};

/** @param account e.g. 'bank' or 'sales:<rifa>' */
export function accountLabel(account: string): string {
  const [name = ''] = account.split(':');
  return { ...manualAccountLabels, ...otherAccountLabels }[name] ?? name;
}

/** Kinds with accounts per rifa. Of other kinds, a rifa has its share of an order's entries. */
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

/** The total whose entries are listed. */
export interface Drill {
  kind: FinanceKind;
  rifaId?: string;
  /** One day instead of the period. */
  day?: string;
  title: string;
}
