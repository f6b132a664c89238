import type { GroupPurchase } from '@mare/contract/orders/group-purchases.ts';
import { formatBrl, formatLongDate } from '@mare/domain/format.ts';
import type { SharingFacts } from './sharing-picture.ts';

/** Content of a group purchase's preview: number of paid parts and price of a part. */
export function groupFacts({ name, rifa, parts, partCentavos }: GroupPurchase): SharingFacts {
  const paid = parts.filter(({ state }) => state === 'paid').length;
  return {
    title: name,
    lead: `${rifa.title}. ${drawOf(rifa)}`,
    price: `${formatBrl(partCentavos)} a parte`,
    percent: Math.floor((paid / parts.length) * 100),
    progress: `${paid} de ${parts.length} partes`,
    image: rifa.image,
  };
}

function drawOf({ status, drawDate }: GroupPurchase['rifa']): string {
  if (status === 'cancelled') return 'Não será sorteada.';
  return `${status === 'completed' ? 'Sorteada' : 'Sorteio'} em ${formatLongDate(drawDate)}.`;
}
