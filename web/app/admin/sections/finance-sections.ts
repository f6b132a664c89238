import type { Permission } from '@mare/domain/accounts/permissions.ts';

/** Sections of the Financeiro page: title by anchor, in display order. */
export const FINANCE_SECTIONS = {
  'por-rifa': 'Por rifa',
  'por-dia': 'Por dia',
  provedor: 'Conferência com o provedor',
  caixa: 'Caixa em dinheiro',
  lancamento: 'Lançamento à mão',
  prestacao: 'Prestação de contas',
} as const;
export type FinanceSection = keyof typeof FINANCE_SECTIONS;

/** Permission for a section, if the page's permission does not suffice. */
export const SECTION_PERMISSIONS = {
  lancamento: 'approve-actions',
  prestacao: 'export-lists',
} as const satisfies Partial<Record<FinanceSection, Permission>>;
