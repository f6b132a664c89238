/** Texts shown before the refund of a part: consequences for its group purchase. */
import type { OrderGroupParts } from '@mare/contract/orders/group-purchases.ts';
import { refundEffect } from '@mare/domain/orders/group-purchases/refund-effect.ts';
import { formatCount } from '../../format.ts';

export interface GroupAfterRefund {
  /** Consequence for the group. */
  group: string;
  /** Consequence for each other part that is taken, paid or free. */
  members: string[];
}

export function groupAfterRefund({ state, partNo, name, parts }: OrderGroupParts): GroupAfterRefund {
  const effect = refundEffect(state, partNo);
  const others = parts.filter((part) => part.partNo !== partNo);
  const free = others.filter((part) => part.state === 'free').length;
  const which = `É a parte ${partNo} de ${parts.length} do bolão “${name}”`;
  return {
    group: {
      ends: `${which}, a de quem começou: com a devolução, o bolão termina${free > 0 ? `, e ${formatCount(free, 'parte livre volta à venda', 'partes livres voltam à venda')}` : ''}. Quem começou e quem pagou uma parte recebem um aviso.`,
      reduces: `${which}. O bolão continua aberto sem ela, e não fica mais completo: as cotas dela voltam à venda na rifa, fora do bolão.`,
      none: `${which}, que já ${state === 'complete' ? 'está completo' : 'terminou'}. As outras partes não mudam.`,
    }[effect],
    members: others.flatMap((part) => {
      const who = `Parte ${part.partNo}, de ${part.name ?? 'quem não tem nome'}`;
      if (part.state === 'paid') return `${who}: paga, continua valendo.`;
      if (part.state === 'taken') return `${who}: espera o Pix, e ainda pode ser paga.`;
      return [];
    }),
  };
}
