const labels: Record<string, string> = {
  account: 'Conta',
  affiliate: 'Afiliados',
  campaign: 'Campanhas',
  coupon: 'Cupons',
  draw: 'Sorteios',
  newsletter: 'Newsletter',
  notification: 'Notificações',
  order: 'Pedidos',
  partner: 'Parceiros',
  payment: 'Pagamentos',
  person: 'Pessoas',
  profile: 'Perfil',
  rifa: 'Rifas',
  settings: 'Configurações',
  ticket: 'Suporte',
  voucher: 'Vouchers',
};

/** What people call the things that the activity log tells of; a new kind goes by its own name. */
export function entityTypeLabel(entityType: string): string {
  return labels[entityType] ?? entityType;
}
