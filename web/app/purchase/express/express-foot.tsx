import type { ReactNode } from 'react';
import { formatBrl, formatCount } from '../../format.ts';
import { OfflineNote } from '../place-order/offline-note.tsx';
import { cotasOfChoice, type NumberChoice } from '../choose/use-number-choice.ts';

interface ExpressFootProps {
  choice: NumberChoice;
  /** Undefined while the server prices the choice. */
  totalCentavos: number | undefined;
  /** The button, below the steps that it needs. */
  children: ReactNode;
}

/** Total and next step, in view while the sheet scrolls. */
export function ExpressFoot({ choice, totalCentavos, children }: ExpressFootProps) {
  return (
    <div className="sticky -bottom-5 z-10 low-window:static -mx-5 -mb-5 grid gap-3 border-t border-line bg-surface px-5 py-4">
      <p
        aria-live="polite"
        aria-atomic
        aria-busy={totalCentavos === undefined}
        className="flex items-baseline justify-between gap-3"
      >
        <span className="text-ink-soft">{formatCount(cotasOfChoice(choice), 'cota', 'cotas')}</span>
        <span className="font-display text-xl font-bold">
          Total{' '}
          <span className="tabular">{totalCentavos === undefined ? '—' : formatBrl(totalCentavos)}</span>
        </span>
      </p>
      <OfflineNote />
      {children}
    </div>
  );
}
