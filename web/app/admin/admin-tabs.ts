/** A tab of the panel. To add one, add a row here and a child route `admin/<id>` in routes.ts. */
export interface AdminTab {
  /** Also its path: `/admin/<id>`. */
  id: AdminTabId;
  label: string;
  group: 'Vendas' | 'Pessoas' | 'Atendimento' | 'E-mail' | 'Sistema';
  /** Visible to support staff as well as admins. */
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
  | 'pedidos'
  | 'pagamentos'
  | 'financeiro'
  | 'mensagens'
  | 'sorteios'
  | 'aprovacoes'
  | 'cupons';

/** In display order. */
export const adminTabs: AdminTab[] = [
  { id: 'dashboard', label: 'Visão geral', group: 'Vendas' },
  { id: 'analytics', label: 'Análises', group: 'Vendas' },
  { id: 'rifas', label: 'Rifas', group: 'Vendas' },
  { id: 'pedidos', label: 'Pedidos', group: 'Vendas', support: true },
  { id: 'pagamentos', label: 'Pagamentos', group: 'Vendas' },
  { id: 'financeiro', label: 'Financeiro', group: 'Vendas' },
  { id: 'support', label: 'Atendimento', group: 'Atendimento', support: true },
  { id: 'support-metrics', label: 'Métricas do suporte', group: 'Atendimento', support: true },
  { id: 'sorteios', label: 'Sorteios', group: 'Vendas' },
  { id: 'aprovacoes', label: 'Aprovações', group: 'Vendas' },
  { id: 'affiliates', label: 'Afiliados', group: 'Pessoas' },
  { id: 'partners', label: 'Parceiros', group: 'Pessoas' },
  { id: 'crm', label: 'Clientes', group: 'Pessoas', support: true },
  { id: 'cupons', label: 'Cupons', group: 'Vendas' },
  { id: 'email-campaigns', label: 'Campanhas', group: 'E-mail' },
  { id: 'email-metrics', label: 'Métricas de e-mail', group: 'E-mail' },
  { id: 'email-automation', label: 'E-mails automáticos', group: 'E-mail' },
  { id: 'mensagens', label: 'Mensagens', group: 'E-mail' },
  { id: 'gamification', label: 'Pontos e rankings', group: 'Pessoas' },
  { id: 'settings', label: 'Configurações', group: 'Sistema' },
];

export function adminTabLink(id: AdminTabId): string {
  return id === 'dashboard' ? '/admin' : `/admin/${id}`;
}

/** Finds the tab of a path: the dashboard for the panel's root, undefined for paths without a tab. */
export function adminTabAt(pathname: string): AdminTab | undefined {
  const id = pathname.split('/')[2] || 'dashboard';
  return adminTabs.find((tab) => tab.id === id);
}
