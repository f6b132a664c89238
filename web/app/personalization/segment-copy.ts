/** Texts and colours of the home page for each segment. */
import type { Segment } from '@mare/domain/personalization/segments.ts';

interface SegmentCopy {
  /** After the greeting. */
  welcome: string;
  urgency: string;
  socialProof: string;
  /** Tailwind classes for background and text. */
  colours: string;
}

export const segmentCopy: Record<Segment, SegmentCopy> = {
  new: {
    welcome: 'que bom ter você aqui! Sua primeira cota pode ser a da sorte.',
    urgency: 'Escolha uma rifa e garanta seus números antes do sorteio.',
    socialProof: 'Todo sorteio usa a Loteria Federal, e qualquer pessoa pode conferir o resultado.',
    colours: 'bg-sea-tint text-ink',
  },
  casual: {
    welcome: 'que bom ver você de novo! Tem rifa nova na maré.',
    urgency: 'Algumas rifas já estão chegando ao fim: veja o que resta.',
    socialProof: 'Outras pessoas da sua região também estão escolhendo seus números.',
    colours: 'bg-success-tint text-ink',
  },
  regular: {
    welcome: 'você já é de casa! Separamos rifas para você.',
    urgency: 'Os próximos sorteios estão perto: não deixe para a última hora.',
    socialProof: 'Quem participa sempre, como você, acompanha cada resultado de perto.',
    colours: 'bg-warning-tint text-ink',
  },
  vip: {
    welcome: 'você é VIP! Que alegria navegar com você.',
    urgency: 'Seu desconto de 10% já está valendo em todas as compras.',
    socialProof: 'Você faz parte do grupo que mais participa da {loja}.',
    colours: 'bg-deep text-on-deep',
  },
  at_risk: {
    welcome: 'sentimos sua falta! A maré está boa para voltar.',
    urgency: 'Seu desconto de volta está esperando por você.',
    socialProof: 'Enquanto você esteve fora, outros prêmios já encontraram seus donos.',
    colours: 'bg-coral-tint text-ink',
  },
};

export const vipPerks = [
  'Acesso antecipado às novas rifas',
  '10% de desconto em todas as compras',
  'Suporte prioritário',
  'Sorteios exclusivos para VIPs',
];
