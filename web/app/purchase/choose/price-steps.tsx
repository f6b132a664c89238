import type { RifaDetail } from '@mare/contract/rifas/rifa-detail.ts';
import { formatBrl, formatInteger } from '../../format.ts';

/** Volume discounts on the unit price. Renders nothing without price steps. */
export function PriceSteps({ rifa: { priceSteps } }: { rifa: Pick<RifaDetail, 'priceSteps'> }) {
  if (priceSteps.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2 text-sm">
      {priceSteps.map(({ fromQuantity, priceCentavos }) => (
        <li key={fromQuantity} className="rounded-full bg-sun-tint px-3 py-1.5">
          A partir de {formatInteger(fromQuantity)}: <strong>{formatBrl(priceCentavos)} cada</strong>
        </li>
      ))}
    </ul>
  );
}
