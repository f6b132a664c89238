import { progressStage, soldPercent } from '@mare/domain/rifas/scarcity.ts';
import { formatInteger, formatPercent } from '../format.ts';
import { ProgressBar } from '../ui/data-display/progress-bar.tsx';
import { progressTones } from '../rifa-display/rifa-status.ts';

interface SoldProgressProps {
  soldNumbers: number;
  totalNumbers: number;
}

/** '3.500 de 10.000' with percentage and bar. */
export function SoldProgress({ soldNumbers, totalNumbers }: SoldProgressProps) {
  const percent = soldPercent(soldNumbers, totalNumbers);
  return (
    <div className="grid gap-1.5">
      <p className="flex flex-wrap items-baseline justify-between gap-x-2 text-xs sm:text-sm">
        <span className="text-ink-soft">
          <span className="tabular font-bold text-ink">{formatInteger(soldNumbers)}</span> de{' '}
          <span className="tabular">{formatInteger(totalNumbers)}</span>
          <span className="max-sm:sr-only"> vendidas</span>
        </span>
        <span className="tabular font-bold">{formatPercent(percent)}</span>
      </p>
      <ProgressBar percent={percent} tone={progressTones[progressStage(percent)]} label="Cotas vendidas" />
    </div>
  );
}
