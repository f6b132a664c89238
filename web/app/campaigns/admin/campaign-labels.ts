import type { CampaignAudience, EditedCampaign } from '@mare/contract/campaigns/campaigns-admin.ts';
import type { MailStats } from '@mare/contract/campaigns/mail-content.ts';
import type { AudienceExclusionCounts, Reach } from '@mare/contract/campaigns/reach.ts';
import type { Automation } from '@mare/domain/campaigns/automations.ts';
import type { ConsentPurpose } from '@mare/domain/personalization/consent.ts';
import { SEGMENT_NAMES } from '@mare/domain/personalization/segments.ts';
import { adminTabLink } from '../../admin/admin-tabs.ts';
import { formatBrl, formatCount, formatInteger } from '../../format.ts';

export const kindLabels: Record<EditedCampaign['kind'], string> = {
  marketing: 'Marketing',
  promotional: 'Promoção',
  weeklyNewsletter: 'Newsletter semanal',
};

export const automationLabels: Record<Automation, { title: string; when: string; delay: string }> = {
  welcome: {
    title: 'Boas-vindas',
    when: 'Para quem acabou de criar a conta.',
    delay: 'Espera depois do cadastro',
  },
  abandoned_cart: {
    title: 'Carrinho esquecido',
    when: 'Junto do aviso de 30 minutos, para quem permite lembretes. Nunca depois da compra.',
    delay: 'Espera depois do aviso',
  },
  draw_tomorrow: {
    title: 'Sorteio amanhã',
    when: 'Para quem tem cotas de uma rifa que está para ser sorteada.',
    delay: 'Antes do sorteio',
  },
  win_back: {
    title: 'Volte para a maré',
    when: 'Para quem ficou 60 dias sem comprar. Uma vez a cada ausência.',
    delay: 'Espera depois dos 60 dias',
  },
};

export const consentLabels: Record<ConsentPurpose, string> = {
  measurement: 'Medição de uso',
  marketing: 'Lembretes e ofertas',
};

/** One line about the audience of a campaign, such as 'VIP · de Maceió · etiqueta feira'. */
export function describeAudience(audience: CampaignAudience): string {
  const { segments, boughtRifaId, city, boughtWithinDays, absentDays } = audience;
  const { minSpentCentavos, maxSpentCentavos, tags, consents } = audience;
  const days = (count: number) => formatCount(count, 'dia', 'dias');
  return [
    segments.length === 0
      ? 'Todas as pessoas'
      : segments.map((segment) => SEGMENT_NAMES[segment].label).join(', '),
    boughtRifaId && 'compraram numa rifa',
    city && `de ${city}`,
    boughtWithinDays !== null && `última compra há no máximo ${days(boughtWithinDays)}`,
    absentDays !== null && `última compra há mais de ${days(absentDays)}`,
    minSpentCentavos !== null && `gastaram ${formatBrl(minSpentCentavos)} ou mais`,
    maxSpentCentavos !== null && `gastaram até ${formatBrl(maxSpentCentavos)}`,
    tags.length > 0 && `${tags.length === 1 ? 'etiqueta' : 'etiquetas'} ${tags.join(' ou ')}`,
    consents.length > 0 &&
      `aceitaram ${consents.map((purpose) => consentLabels[purpose].toLowerCase()).join(' e ')}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Number of people that a campaign would reach now, and how many of its audience are excluded. */
export function reachSentence({ people, leftOut }: Reach): string {
  const reached =
    people === 0
      ? 'Ninguém receberia agora.'
      : people === 1
        ? '1 pessoa receberia agora.'
        : `${formatInteger(people)} pessoas receberiam agora.`;
  return [reached, audienceExclusionSentence(leftOut)].filter(Boolean).join(' ');
}

/** Empty if no one is excluded. */
export function audienceExclusionSentence({
  minor,
  excluded,
  notVip,
  otherCity,
  unwanted,
}: AudienceExclusionCounts): string {
  const reasons: [number, string, string][] = [
    [
      notVip,
      'que não é VIP, e só VIPs podem comprar esta rifa agora',
      'que não são VIP, e só VIPs podem comprar esta rifa agora',
    ],
    [otherCity, 'que mora onde esta rifa não é vendida', 'que moram onde esta rifa não é vendida'],
    [
      excluded,
      'que pediu para não jogar ou não pode comprar',
      'que pediram para não jogar ou não podem comprar',
    ],
    [minor, 'com menos de 18 anos', 'com menos de 18 anos'],
    [unwanted, 'que não quer este tipo de e-mail', 'que não querem este tipo de e-mail'],
  ];
  const parts = reasons.flatMap(([count, one, many]) => (count > 0 ? [formatCount(count, one, many)] : []));
  if (parts.length === 0) return '';
  const total = minor + excluded + notVip + otherCity + unwanted;
  return `${total === 1 ? 'Fica' : 'Ficam'} de fora: ${parts.join(', ')}.`;
}

/** One-line statistics of the mails of 30 days. */
export function describeMailStats({
  delivered,
  clicked,
  orders,
  buyers,
  revenueCentavos,
}: MailStats): string {
  return [
    `Em 30 dias: ${formatCount(delivered, 'entregue', 'entregues')}`,
    formatCount(clicked, 'clique', 'cliques'),
    orders === 0
      ? 'nenhum pedido pago'
      : `${formatCount(orders, 'pedido pago', 'pedidos pagos')} de ${formatCount(buyers, 'clique', 'cliques')}, ${formatBrl(revenueCentavos)}`,
  ].join(' · ');
}

export const NEW_CAMPAIGN = 'nova';

/** @param id campaign id, or `NEW_CAMPAIGN` */
export function campaignLink(id: string): string {
  return `${adminTabLink('email-campaigns')}/${id}`;
}
