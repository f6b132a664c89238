import { classNames } from '../style/class-names.ts';

export type ProgressTone = 'sea' | 'success' | 'sun' | 'coral';

const tones: Record<ProgressTone, string> = {
  sea: 'text-sea',
  success: 'text-success',
  sun: 'text-sun',
  coral: 'text-coral',
};

interface ProgressBarProps {
  /** 0 to 100; other values are clamped. */
  percent: number;
  /** Accessible name. */
  label: string;
  tone?: ProgressTone;
  className?: string;
}

/** Native progress element, because its fill needs neither a style attribute nor JavaScript. */
export function ProgressBar({ percent, label, tone = 'sea', className }: ProgressBarProps) {
  return (
    <progress
      className={classNames('tide-progress', tones[tone], className)}
      value={Math.min(100, Math.max(0, percent))}
      max={100}
      aria-label={label}
    />
  );
}
