const labels: Record<string, string> = {
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
  return labels[entityType] ?? entityType;
}
