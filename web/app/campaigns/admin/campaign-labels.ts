import type { CampaignAudience, EditedCampaign } from '@mare/contract/campaigns/campaigns-admin.ts';
import type { MailStats } from '@mare/contract/campaigns/mail-content.ts';
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

/** One line about the people of a campaign, such as 'VIP · de Maceió · etiqueta feira'. */
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

/** @param people the audience of now */
export function peopleSentence(people: number): string {
  if (people === 0) return 'Ninguém receberia agora.';
  return people === 1 ? '1 pessoa receberia agora.' : `${formatInteger(people)} pessoas receberiam agora.`;
}

/** What mails of 30 days brought, in one line. */
export function describeMailStats({ delivered, clicked, orders, revenueCentavos }: MailStats): string {
  return [
    `Em 30 dias: ${formatCount(delivered, 'entregue', 'entregues')}`,
    formatCount(clicked, 'clique', 'cliques'),
    `${formatCount(orders, 'pedido pago', 'pedidos pagos')}, ${formatBrl(revenueCentavos)}`,
  ].join(' · ');
}

export const NEW_CAMPAIGN = 'nova';

/** @param id campaign id, or `NEW_CAMPAIGN` */
export function campaignLink(id: string): string {
  return `${adminTabLink('email-campaigns')}/${id}`;
}
