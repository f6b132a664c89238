import type { CampaignAudience, EditedCampaign } from '@mare/contract/campaigns/campaigns-admin.ts';
import type { Automation } from '@mare/domain/campaigns/automations.ts';
import { SEGMENT_NAMES } from '@mare/domain/personalization/segments.ts';
import { adminTabLink } from '../../admin/admin-tabs.ts';

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

export function describeAudience({ segments, boughtRifaId, city }: CampaignAudience): string {
  return [
    segments.length === 0
      ? 'Todas as pessoas'
      : segments.map((segment) => SEGMENT_NAMES[segment].label).join(', '),
    ...(boughtRifaId ? ['que compraram numa rifa'] : []),
    ...(city ? [`de ${city}`] : []),
  ].join(' ');
}

export const NEW_CAMPAIGN = 'nova';

/** @param id campaign id, or `NEW_CAMPAIGN` */
export function campaignLink(id: string): string {
  return `${adminTabLink('email-campaigns')}/${id}`;
}
