/** Entity types of the activity log and their labels. */
import { foldText } from '../fold-text.ts';

const LABELS: Record<string, string> = {
  account: 'Conta',
  affiliate: 'Afiliados',
  approval: 'Aprovações',
  automation: 'E-mails automáticos',
  campaign: 'Campanhas',
  cash: 'Caixa',
  coupon: 'Cupons',
  draw: 'Sorteios',
  experiment: 'Testes A/B',
  export: 'Exportações',
  'group-purchase': 'Bolões',
  job: 'Tarefas',
  'lottery-result': 'Loteria Federal',
  newsletter: 'Newsletter',
  notification: 'Notificações',
  'order-view': 'Visões de pedidos',
  order: 'Pedidos',
  outbox: 'Mensagens',
  partner: 'Parceiros',
  payment: 'Pagamentos',
  payout: 'Repasses',
  person: 'Clientes',
  profile: 'Perfil',
  'quick-reply': 'Respostas rápidas',
  ranking: 'Rankings',
  rifa: 'Rifas',
  setting: 'Configurações',
  'settlement-report': 'Relatórios do provedor',
  ticket: 'Suporte',
  user: 'Pessoas',
  voucher: 'Vouchers',
  winner: 'Ganhadores',
};

/** Label of an entity type. Falls back to the type itself. */
export function entityTypeLabel(entityType: string): string {
  return LABELS[entityType] ?? entityType;
}

/** Entity types whose label contains the text, without accents. */
export function activityTypesNamed(text: string): string[] {
  const sought = foldText(text.trim());
  return Object.keys(LABELS).filter((type) => foldText(LABELS[type]!).includes(sought));
}
