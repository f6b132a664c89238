import { can, type Permission, type Role } from '@mare/domain/accounts/permissions.ts';

/** A tab of the panel. To add one, add a row here and a child route `admin/<id>` in routes.ts. */
export interface AdminTab {
  /** Id, which is also the path: `/admin/<id>`. */
  id: AdminTabId;
  label: string;
  group: 'Vendas' | 'Pessoas' | 'Atendimento' | 'E-mail' | 'Sistema';
  /** Roles that see it. */
  permission: Permission;
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
  { id: 'dashboard', label: 'Visão geral', group: 'Vendas', permission: 'view-overview' },
  { id: 'analytics', label: 'Análises', group: 'Vendas', permission: 'view-overview' },
  { id: 'rifas', label: 'Rifas', group: 'Vendas', permission: 'sell-manually' },
  { id: 'pedidos', label: 'Pedidos', group: 'Vendas', permission: 'view-orders' },
  { id: 'pagamentos', label: 'Pagamentos', group: 'Vendas', permission: 'view-money' },
  { id: 'financeiro', label: 'Financeiro', group: 'Vendas', permission: 'view-money' },
  { id: 'support', label: 'Atendimento', group: 'Atendimento', permission: 'answer-tickets' },
  {
    id: 'support-metrics',
    label: 'Métricas do suporte',
    group: 'Atendimento',
    permission: 'view-desk-metrics',
  },
  { id: 'sorteios', label: 'Sorteios', group: 'Vendas', permission: 'manage-draws' },
  { id: 'aprovacoes', label: 'Aprovações', group: 'Vendas', permission: 'approve-actions' },
  { id: 'affiliates', label: 'Afiliados', group: 'Pessoas', permission: 'view-affiliates' },
  { id: 'partners', label: 'Parceiros', group: 'Pessoas', permission: 'view-partners' },
  { id: 'crm', label: 'Clientes', group: 'Pessoas', permission: 'view-people' },
  { id: 'cupons', label: 'Cupons', group: 'Vendas', permission: 'manage-coupons' },
  { id: 'email-campaigns', label: 'Campanhas', group: 'E-mail', permission: 'manage-campaigns' },
  { id: 'email-metrics', label: 'Métricas de e-mail', group: 'E-mail', permission: 'manage-campaigns' },
  { id: 'email-automation', label: 'E-mails automáticos', group: 'E-mail', permission: 'manage-campaigns' },
  { id: 'mensagens', label: 'Mensagens', group: 'E-mail', permission: 'manage-messages' },
  { id: 'gamification', label: 'Pontos e rankings', group: 'Pessoas', permission: 'manage-rankings' },
  { id: 'settings', label: 'Configurações', group: 'Sistema', permission: 'manage-settings' },
];

export function adminTabLink(id: AdminTabId): string {
  return id === 'dashboard' ? '/admin' : `/admin/${id}`;
}

/** Finds the tab of a path: the dashboard for the panel's root, undefined for paths without a tab. */
export function adminTabAt(pathname: string): AdminTab | undefined {
  const id = pathname.split('/')[2] || 'dashboard';
  return adminTabs.find((tab) => tab.id === id);
}

export function tabsOf(role: Role | null | undefined): AdminTab[] {
  return adminTabs.filter(({ permission }) => can(role, permission));
}
