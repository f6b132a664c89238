/** Pages and actions of the panel that the command palette finds by name. */
import { can, type Permission, type Role } from '@mare/domain/accounts/permissions.ts';
import { type AdminTab, adminTabLink, adminTabs } from '../admin-tabs.ts';
import { adminRifaLink, NEW_RIFA } from '../rifa-links.ts';
import { FINANCE_SECTIONS, SECTION_PERMISSIONS } from '../sections/finance-sections.ts';
import { SETTINGS_SECTIONS, type SettingsSection } from '../sections/settings-sections.ts';
import { activityLink } from '../people/person-labels.ts';
import { foldText } from '@mare/domain/fold-text.ts';

export interface PalettePage {
  label: string;
  to: string;
  /** Further search words. */
  words?: string;
  /** Roles that see it. */
  permission: Permission;
}

const words: Partial<Record<AdminTab['id'], string>> = {
  settings: 'ajustes',
  cupons: 'cupom desconto',
  pagamentos: 'reembolso revisão devolução',
  financeiro: 'livro-caixa vendas tarifas comissões',
  crm: 'pessoas compradores usuários',
  support: 'chamados tickets fila',
  gamification: 'ranking pontos cotas premiadas',
};

/** Further search words of sections of the settings. */
const sectionWords: Partial<Record<SettingsSection, string>> = {
  planos: 'bônus',
  premios: 'impostos prazo',
  comissoes: 'afiliados parceiros contestação',
  impedidos: 'excluídos cpf',
  atendimento: 'fila rodízio',
  balcao: 'feira offline',
  equipe: 'convite convidar papel colega admin',
  marca: 'nome logo cores',
  contatos: 'cnpj endereço telefone whatsapp e-mail horário',
  sistema: 'provedor versão',
};

const sections = Object.entries(SETTINGS_SECTIONS) as [SettingsSection, string][];

function financePage(id: keyof typeof FINANCE_SECTIONS, permission: Permission, more: string): PalettePage {
  return {
    label: `Financeiro: ${FINANCE_SECTIONS[id]}`,
    to: `${adminTabLink('financeiro')}#${id}`,
    words: more,
    permission,
  };
}

const pages: PalettePage[] = [
  ...adminTabs.map(({ id, label, permission }): PalettePage => ({
    label,
    to: adminTabLink(id),
    words: words[id] ?? '',
    permission,
  })),
  { label: 'Criar uma rifa', to: adminRifaLink(NEW_RIFA), words: 'nova', permission: 'manage-rifas' },
  {
    label: 'Pedidos que precisam de revisão',
    to: `${adminTabLink('pedidos')}?situacao=review`,
    permission: 'view-orders',
  },
  {
    label: 'Pedidos à espera de pagamento',
    to: `${adminTabLink('pedidos')}?situacao=pending`,
    permission: 'view-orders',
  },
  {
    label: 'Registro de atividades',
    to: activityLink(),
    words: 'histórico log',
    permission: 'view-activity-log',
  },
  financePage('provedor', 'view-money', 'relatório liquidação importar csv'),
  financePage('lancamento', SECTION_PERMISSIONS.lancamento, 'imposto repasse correção'),
  financePage('prestacao', SECTION_PERMISSIONS.prestacao, 'relatório autorização'),
  ...sections.map(([id, title]): PalettePage => ({
    label: `Configurações: ${title}`,
    to: `${adminTabLink('settings')}#${id}`,
    words: sectionWords[id] ?? '',
    permission: 'manage-settings',
  })),
];

/** Pages of a role whose words begin with all typed words, without accents. All of them for an empty text. */
export function findPages(typed: string, role: Role | null | undefined): PalettePage[] {
  const sought = foldText(typed).split(/\s+/).filter(Boolean);
  return pages.filter(({ label, words: more = '', permission }) => {
    if (!can(role, permission)) return false;
    const own = foldText(`${label} ${more}`).split(/[\s-]+/);
    return sought.every((part) => own.some((word) => word.startsWith(part)));
  });
}
