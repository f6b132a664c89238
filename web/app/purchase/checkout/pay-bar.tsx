import type { ReactNode } from 'react';
import { formatBrl } from '../../format.ts';
import { Card } from '../../ui/card.tsx';
import { OfflineNote } from '../place-order/offline-note.tsx';
import { classNames } from '../../ui/style/class-names.ts';

/** Element id of the heading above the order's summary. */
export const SUMMARY_ID = 'resumo';

interface PayBarProps {
  /** Undefined until the server has priced the order. */
  totalCentavos: number | undefined;
  /** A notice in the summary shows why the order cannot be paid yet. */
  isBlocked: boolean;
  /** The pay button. */
  children: ReactNode;
}

/** Total and pay button at the bottom of a phone, where the summary is below the form. */
export function PayBar({ totalCentavos, isBlocked, children }: PayBarProps) {
  return (
    <Card
      data-at-foot
      className={classNames(
        'flex flex-wrap items-center gap-4 p-4 lg:hidden',
        totalCentavos !== 0 && 'sticky-at-foot z-10 shadow-lift',
      )}
    >
      <OfflineNote className="basis-full" />
      <p className="shrink-0 leading-tight">
        <span className="block text-xs text-ink-soft">Total</span>
        <span className="tabular font-display text-xl font-extrabold">
          {totalCentavos === undefined ? '—' : formatBrl(totalCentavos)}
        </span>
        {isBlocked && (
          <a href={`#${SUMMARY_ID}`} className="text-link block py-1 text-sm">
            Ver o que falta
          </a>
        )}
      </p>
      <div className="min-w-0 flex-1">{children}</div>
    </Card>
  );
}
