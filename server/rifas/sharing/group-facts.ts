import type { GroupPurchase } from '@mare/contract/orders/group-purchases.ts';
import { formatBrl, formatLongDate } from '@mare/domain/format.ts';
import type { SharingFacts } from './sharing-picture.ts';

/** Content of a group purchase's preview: number of paid parts and price of a part. */
export function groupFacts(group: GroupPurchase): SharingFacts {
  const { name, rifa, parts } = group;
  const paid = parts.filter(({ state }) => state === 'paid').length;
  return {
    title: name,
    lead: `${rifa.title}. ${drawOf(rifa)}`,
    price: offerOf(group),
    percent: Math.floor((paid / parts.length) * 100),
    progress: `${paid} de ${parts.length} partes`,
    image: rifa.image,
  };
}

/** The price while a part can be taken, or why none can. */
function offerOf({ state, rifa, parts, partCentavos }: GroupPurchase): string {
  if (rifa.status === 'cancelled') return 'Rifa cancelada';
  if (state === 'complete') return 'Bolão completo';
  if (state === 'ended') return 'Bolão encerrado';
  if (rifa.status === 'paused') return 'Vendas pausadas';
  if (rifa.status !== 'active') return 'Vendas encerradas';
  return parts.some((part) => part.state === 'free')
    ? `${formatBrl(partCentavos)} a parte`
    : 'Nenhuma parte livre';
}

function drawOf({ status, drawDate }: GroupPurchase['rifa']): string {
  if (status === 'cancelled') return 'Não será sorteada.';
  return `${status === 'completed' ? 'Sorteada' : 'Sorteio'} em ${formatLongDate(drawDate)}.`;
}
