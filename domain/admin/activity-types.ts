/** Types of what the activity log is about, as people read them. */

const LABELS: Record<string, string> = {
  account: 'Conta',
  affiliate: 'Afiliados',
  automation: 'E-mails automáticos',
  campaign: 'Campanhas',
  coupon: 'Cupons',
  draw: 'Sorteios',
  experiment: 'Testes A/B',
  export: 'Exportações',
  'lottery-result': 'Loteria Federal',
  newsletter: 'Newsletter',
  notification: 'Notificações',
  order: 'Pedidos',
  partner: 'Parceiros',
  payment: 'Pagamentos',
  payout: 'Repasses',
  person: 'Clientes',
  profile: 'Perfil',
  ranking: 'Rankings',
  rifa: 'Rifas',
  setting: 'Configurações',
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
  const sought = plain(text.trim());
  return Object.keys(LABELS).filter((type) => plain(LABELS[type]!).includes(sought));
}

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
