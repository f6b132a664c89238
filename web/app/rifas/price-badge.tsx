import { formatBrl } from '../format.ts';
import { classNames } from '../ui/style/class-names.ts';

interface PriceBadgeProps {
  priceCentavos: number;
  label?: string;
  /** Smaller on phones. */
  compact?: boolean;
}

/** 'A partir de R$ 5,00' in the corner of a picture. */
export function PriceBadge({ priceCentavos, label = 'A partir de', compact = false }: PriceBadgeProps) {
  return (
    <p
      className={classNames(
        'absolute right-0 bottom-0 rounded-tl-lg bg-sun leading-none text-on-sun',
        compact ? 'px-2.5 pt-1.5 pb-1 sm:px-4 sm:pt-2 sm:pb-1.5' : 'px-4 pt-2 pb-1.5',
      )}
    >
      <span className="block text-xs font-semibold">{label}</span>
      <span
        className={classNames(
          'tabular font-display font-extrabold',
          compact ? 'text-lg sm:text-xl' : 'text-xl',
        )}
      >
        {formatBrl(priceCentavos)}
      </span>
    </p>
  );
}
