import { classNames } from '../style/class-names.ts';

interface NumberChipProps {
  /** Number, zero-padded to the width of its rifa. */
  children: string;
  tone?: 'sea' | 'sun' | 'deep';
  size?: 'sm' | 'md' | 'lg';
}

const tones = {
  sea: 'bg-sea-tint text-sea-strong',
  sun: 'bg-sun text-on-sun',
  deep: 'bg-deep text-on-deep',
};

const sizes = { sm: 'px-2.5 py-0.5 text-sm', md: 'px-3 py-1 text-base', lg: 'px-5 py-2 text-2xl' };

/** Number of a cota on a small ticket. */
export function NumberChip({ children, tone = 'sea', size = 'sm' }: NumberChipProps) {
  return (
    <span
      className={classNames(
        'ticket tabular inline-block self-start rounded-[3px] font-bold',
        tones[tone],
        sizes[size],
      )}
    >
      {children}
    </span>
  );
}
