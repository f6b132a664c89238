import type { ReactNode } from 'react';
import { Card } from '../card.tsx';
import { classNames } from '../style/class-names.ts';

export interface Figure {
  value: string;
  label: string;
}

interface FigureStripProps {
  /** What the figures are, for those who cannot see them together. */
  label: string;
  figures: Figure[];
  note?: ReactNode;
}

/** A few figures in one line below the header. */
export function FigureStrip({ label, figures, note }: FigureStripProps) {
  return (
    <aside aria-label={label} className="bg-sea-tint text-ink">
      <div className="shell flex flex-wrap items-baseline justify-center gap-x-6 gap-y-1 py-2.5 text-sm sm:gap-x-10">
        {figures.map((figure) => (
          <p key={figure.label}>
            <span className="tabular font-bold">{figure.value}</span> {figure.label}
          </p>
        ))}
        {note}
      </div>
    </aside>
  );
}

interface FigureGridProps {
  title: string;
  figures: Figure[];
  note?: ReactNode;
}

/** Large figures side by side, under a title. */
export function FigureGrid({ title, figures, note }: FigureGridProps) {
  return (
    <section aria-label={title} className="shell">
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="text-2xl">{title}</h2>
        {note}
      </div>
      <dl className="mt-6 grid grid-cols-2 gap-x-6 gap-y-8 md:grid-cols-4">
        {figures.map((figure) => (
          <div key={figure.label} className="flex flex-col-reverse">
            <dt className="text-ink-soft">{figure.label}</dt>
            <dd className="tabular font-display text-3xl font-extrabold text-sea">{figure.value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** From so many characters on, a figure is set smaller: an amount must not break in the middle. */
const LONG = 12;

interface FigureCardsProps {
  figures: (Figure & { hint?: string | undefined })[];
  /** Of the grid's columns. */
  className: string;
}

/** One card a figure, for those who run the shop. */
export function FigureCards({ figures, className }: FigureCardsProps) {
  return (
    <dl className={classNames('grid gap-4', className)}>
      {figures.map(({ label, value, hint }) => (
        <Card key={label} className="grid content-start gap-1 p-4 sm:p-6">
          <dt className="text-sm font-semibold text-ink-soft">{label}</dt>
          <dd
            className={classNames(
              'tabular font-display font-bold wrap-anywhere',
              value.length > LONG ? 'text-base' : 'text-lg sm:text-xl',
            )}
          >
            {value}
          </dd>
          {hint && <dd className="text-sm text-ink-soft">{hint}</dd>}
        </Card>
      ))}
    </dl>
  );
}
