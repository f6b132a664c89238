import { classNames } from '../style/class-names.ts';

export type ProgressTone = 'sea' | 'success' | 'sun' | 'coral';

const tones: Record<ProgressTone, string> = {
  sea: 'text-sea',
  success: 'text-success',
  sun: 'text-sun',
  coral: 'text-coral',
};

interface ProgressBarProps {
  /** From 0 to 100; anything outside is clamped. */
  percent: number;
  /** What is progressing, for screen readers. */
  label: string;
  tone?: ProgressTone;
  className?: string;
}

/** A native progress element: its fill needs no style attribute and no JavaScript. */
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
