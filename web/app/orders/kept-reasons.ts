import type { RefundPreview } from '@mare/contract/orders/orders.ts';
import { formatCount } from '../format.ts';

type Kept = RefundPreview['kept'][number];

/** Why cotas stay in the order, in words for a buyer and for an admin. */
const reasons: Record<Kept['reason'], string> = {
  OTHER_RIFA: 'não fazem parte desta devolução',
  DRAWN: 'a lista desta rifa já está fechada para o sorteio',
  TOO_LATE: 'o prazo para desistir desta rifa terminou',
  PRIZE_FOUND: 'uma cota premiada já foi achada com elas',
  REVEALED: 'o pagamento já revelou se elas são premiadas',
  GIVEN: 'elas já são de quem recebeu o presente',
};

/** 'Moto: 3 cotas ficam, porque …' */
export function keptSentence({ title, quantity, reason }: Kept): string {
  const cotas = formatCount(quantity, 'cota fica', 'cotas ficam');
  return `${title}: ${cotas}, porque ${quantity === 1 ? singular(reason) : reasons[reason]}.`;
}

function singular(reason: Kept['reason']): string {
  if (reason === 'OTHER_RIFA') return 'não faz parte desta devolução';
  if (reason === 'PRIZE_FOUND') return 'uma cota premiada já foi achada com ela';
  if (reason === 'REVEALED') return 'o pagamento já revelou se ela é premiada';
  if (reason === 'GIVEN') return 'ela já é de quem recebeu o presente';
  return reasons[reason];
}
