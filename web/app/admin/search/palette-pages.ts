/** Pages and actions of the panel that the command palette finds by name. */
import { type AdminTab, adminTabLink, adminTabs } from '../admin-tabs.ts';
import { adminRifaLink, NEW_RIFA } from '../rifa-links.ts';
import { activityLink } from '../people/person-labels.ts';

export interface PalettePage {
  label: string;
  to: string;
  /** Words it is also found by. */
  words?: string;
  /** For support staff as well as admins. */
  support?: boolean;
}

const words: Partial<Record<AdminTab['id'], string>> = {
  settings:
    'ajustes planos de compra marca textos cores aviso no topo cidades prova social prêmios excluídos',
  pagamentos: 'reembolso revisão devolução',
  financeiro: 'livro-caixa vendas tarifas comissões',
  crm: 'pessoas compradores usuários',
  support: 'chamados tickets fila',
  gamification: 'ranking pontos cotas premiadas',
};

const pages: PalettePage[] = [
  ...adminTabs.map(({ id, label, support }): PalettePage => ({
    label,
    to: adminTabLink(id),
    words: words[id] ?? '',
    support: support ?? false,
  })),
  { label: 'Criar uma rifa', to: adminRifaLink(NEW_RIFA), words: 'nova' },
  {
    label: 'Pedidos que precisam de revisão',
    to: `${adminTabLink('pedidos')}?situacao=review`,
    support: true,
  },
  {
    label: 'Pedidos à espera de pagamento',
    to: `${adminTabLink('pedidos')}?situacao=pending`,
    support: true,
  },
  { label: 'Registro de atividades', to: activityLink(), words: 'histórico log' },
];

/** Pages whose words begin with all typed words, without accents. All of them for an empty text. */
export function findPages(typed: string, isAdmin: boolean): PalettePage[] {
  const sought = plain(typed).split(/\s+/).filter(Boolean);
  return pages.filter(({ label, words: more = '', support }) => {
    if (!isAdmin && !support) return false;
    const own = plain(`${label} ${more}`).split(/[\s-]+/);
    return sought.every((part) => own.some((word) => word.startsWith(part)));
  });
}

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
