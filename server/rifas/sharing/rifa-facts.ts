import type { RifaSummary } from '@mare/contract/rifas/rifa-detail.ts';
import { formatBrl, formatLongDate } from '@mare/domain/format.ts';
import type { SharingFacts } from './sharing-picture.ts';

type Shown = Pick<
  RifaSummary,
  'title' | 'prizeName' | 'priceCentavos' | 'soldNumbers' | 'totalNumbers' | 'drawDate' | 'status' | 'image'
>;

/** Text shown instead of the price. */
const OFFERS: Record<Shown['status'], (price: string) => string> = {
  draft: (price) => price,
  scheduled: (price) => `Em breve: ${price}`,
  active: (price) => price,
  paused: () => 'Vendas pausadas',
  closed: () => 'Vendas encerradas',
  completed: () => 'Sorteio feito',
  cancelled: () => 'Rifa cancelada',
};

/** Content of a rifa's preview: prize, date of the draw, price and progress. */
export function rifaFacts(rifa: Shown): SharingFacts {
  const { title, prizeName, priceCentavos, soldNumbers, totalNumbers, image } = rifa;
  const percent = Math.floor((soldNumbers / totalNumbers) * 100);
  const isCancelled = rifa.status === 'cancelled';
  const draw = isCancelled
    ? 'Não será sorteada'
    : `${rifa.status === 'completed' ? 'Sorteada' : 'Sorteio'} em ${formatLongDate(rifa.drawDate)}`;
  return {
    title,
    lead:
      prizeName && prizeName !== title
        ? `Prêmio: ${prizeName}. ${draw}.`
        : `${draw}${isCancelled ? '' : ', pela Loteria Federal'}`,
    price: OFFERS[rifa.status](`${formatBrl(priceCentavos)} a cota`),
    percent: isCancelled ? null : percent,
    progress: isCancelled ? 'O dinheiro volta a quem comprou' : `${percent}% vendido`,
    image,
  };
}
