import { formatBrl } from '../format.ts';

interface PriceBadgeProps {
  priceCentavos: number;
  label?: string;
}

/** 'A partir de R$ 5,00' in the corner of a picture. */
export function PriceBadge({ priceCentavos, label = 'A partir de' }: PriceBadgeProps) {
  return (
    <p className="absolute right-0 bottom-0 rounded-tl-lg bg-sun px-4 pt-2 pb-1.5 leading-none text-on-sun">
      <span className="block text-xs font-semibold">{label}</span>
      <span className="tabular font-display text-xl font-extrabold">{formatBrl(priceCentavos)}</span>
    </p>
  );
}
