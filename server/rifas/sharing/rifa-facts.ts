import type { RifaSummary } from '@mare/contract/rifas/rifas.ts';
import { formatBrl, formatLongDate } from '@mare/domain/format.ts';
import type { SharingFacts } from './sharing-picture.ts';

type Shown = Pick<
  RifaSummary,
  'title' | 'prizeName' | 'priceCentavos' | 'soldNumbers' | 'totalNumbers' | 'drawDate' | 'status' | 'image'
>;

/** What the preview of a rifa shows: prize, date of the draw, price and progress. */
export function rifaFacts(rifa: Shown): SharingFacts {
  const { title, prizeName, priceCentavos, soldNumbers, totalNumbers, image } = rifa;
  const percent = Math.floor((soldNumbers / totalNumbers) * 100);
  const draw = `${rifa.status === 'completed' ? 'Sorteada' : 'Sorteio'} em ${formatLongDate(rifa.drawDate)}`;
  return {
    title,
    lead:
      prizeName && prizeName !== title ? `Prêmio: ${prizeName}. ${draw}.` : `${draw}, pela Loteria Federal`,
    price: `${formatBrl(priceCentavos)} a cota`,
    percent,
    progress: `${percent}% vendido`,
    image,
  };
}
