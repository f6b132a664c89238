import type { ShownPrize } from '@mare/contract/draws/prizes.ts';
import { formatBrl, formatLongDate } from '../../format.ts';

/** The state of a prize as a sentence, for the public. */
export function prizeSentence({ cashCentavos, ...prize }: ShownPrize): string {
  const sentence = stageSentence(prize);
  return cashCentavos === null ? sentence : `${formatBrl(cashCentavos)} em dinheiro. ${sentence}`;
}

function stageSentence({
  stage,
  since,
  claimUntil,
  treasuryPaidOn,
}: Omit<ShownPrize, 'cashCentavos'>): string {
  const on = since ? formatLongDate(since) : '';
  const until = claimUntil ? ` O prêmio pode ser pedido até ${formatLongDate(claimUntil)}.` : '';
  switch (stage) {
    case 'awaiting_contact':
      return `Aguardando contato com quem ganhou.${until}`;
    case 'in_contact':
      return `Em contato com quem ganhou: última tentativa em ${on}.${until}`;
    case 'voucher':
      return `O voucher do serviço está com quem ganhou.${claimUntil ? ` Vale até ${formatLongDate(claimUntil)}.` : ''}`;
    case 'claimed':
      return `Reivindicado em ${on}; a entrega está sendo combinada.`;
    case 'sent':
      return `A caminho desde ${on}.`;
    case 'delivered':
      return `Entregue em ${on}.`;
    case 'expired':
      return treasuryPaidOn
        ? `Prescrito em ${on}: não foi pedido no prazo, e o valor foi recolhido ao Tesouro Nacional em ${formatLongDate(`${treasuryPaidOn}T12:00:00-03:00`)}.`
        : `Prescrito em ${on}: não foi pedido no prazo.`;
  }
}
