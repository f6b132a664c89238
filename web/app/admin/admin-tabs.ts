/** Every tab of the panel that has a page. A new tab is one row here and one child route `admin/<id>` in routes.ts. */
export interface AdminTab {
  /** Also its address: `/admin/<id>`. */
  id: AdminTabId;
  label: string;
  group: 'Vendas' | 'Pessoas' | 'Atendimento' | 'E-mail' | 'Sistema';
  /** Support staff see it too; everything else is for admins alone. */
  support?: true;
}

export type AdminTabId =
  | 'dashboard'
  | 'analytics'
  | 'gamification'
  | 'rifas'
  | 'crm'
  | 'support'
  | 'support-metrics'
  | 'partners'
  | 'affiliates'
  | 'settings'
  | 'email-campaigns'
  | 'email-metrics'
  | 'email-automation'
  | 'pagamentos'
  | 'sorteios'
  | 'cupons';

/** In the order in which they are listed. */
export const adminTabs: AdminTab[] = [
  { id: 'dashboard', label: 'Visão geral', group: 'Vendas' },
  { id: 'analytics', label: 'Análises', group: 'Vendas' },
  { id: 'rifas', label: 'Rifas', group: 'Vendas' },
  { id: 'pagamentos', label: 'Pagamentos', group: 'Vendas' },
  { id: 'support', label: 'Atendimento', group: 'Atendimento', support: true },
  { id: 'support-metrics', label: 'Métricas do suporte', group: 'Atendimento', support: true },
  { id: 'sorteios', label: 'Sorteios', group: 'Vendas' },
  { id: 'affiliates', label: 'Afiliados', group: 'Pessoas' },
  { id: 'partners', label: 'Parceiros', group: 'Pessoas' },
  { id: 'crm', label: 'Clientes', group: 'Pessoas' },
  { id: 'cupons', label: 'Cupons', group: 'Vendas' },
  { id: 'email-campaigns', label: 'Campanhas', group: 'E-mail' },
  { id: 'email-metrics', label: 'Métricas de e-mail', group: 'E-mail' },
  { id: 'email-automation', label: 'E-mails automáticos', group: 'E-mail' },
  { id: 'gamification', label: 'Pontos e rankings', group: 'Pessoas' },
  { id: 'settings', label: 'Configurações', group: 'Sistema' },
];

export function adminTabLink(id: AdminTabId): string {
  return id === 'dashboard' ? '/admin' : `/admin/${id}`;
}

/** The tab an address belongs to; the dashboard for the panel's own address, and undefined for one that has no tab. */
export function adminTabAt(pathname: string): AdminTab | undefined {
  const id = pathname.split('/')[2] || 'dashboard';
  return adminTabs.find((tab) => tab.id === id);
}
