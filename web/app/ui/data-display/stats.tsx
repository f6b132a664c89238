import type { ReactNode } from 'react';
import { Card } from '../card.tsx';
import { classNames } from '../style/class-names.ts';

export interface Stat {
  value: string;
  label: string;
}

interface StatStripProps {
  /** Accessible name of the group. */
  label: string;
  stats: Stat[];
  note?: ReactNode;
}

/** Row of stats below the header. */
export function StatStrip({ label, stats, note }: StatStripProps) {
  return (
    <aside aria-label={label} className="bg-sea-tint text-ink">
      <div className="shell flex flex-wrap items-baseline justify-center gap-x-6 gap-y-1 py-2.5 text-sm sm:gap-x-10">
        {stats.map((stat) => (
          <p key={stat.label}>
            <span className="tabular font-bold">{stat.value}</span> {stat.label}
          </p>
        ))}
        {note}
      </div>
    </aside>
  );
}

interface StatGridProps {
  title: string;
  stats: Stat[];
  note?: ReactNode;
}

/** Titled grid of large stats. */
export function StatGrid({ title, stats, note }: StatGridProps) {
  return (
    <section aria-label={title} className="shell">
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="text-xl sm:text-2xl">{title}</h2>
        {note}
      </div>
      <dl className="mt-3 grid grid-cols-2 gap-x-6 gap-y-3 sm:mt-6 sm:gap-y-8 md:grid-cols-4">
        {stats.map((stat) => (
          <div key={stat.label} className="flex flex-col-reverse">
            <dt className="text-sm text-ink-soft sm:text-base">{stat.label}</dt>
            <dd className="tabular font-display text-2xl font-extrabold text-sea sm:text-3xl">
              {stat.value}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Values from this length (characters) use a smaller font, so that an amount does not wrap. */
const LONG = 12;

interface StatCardsProps {
  stats: (Stat & { hint?: string | undefined })[];
  /** Column classes of the grid. */
  className: string;
}

/** One card per stat, for the panel. */
export function StatCards({ stats, className }: StatCardsProps) {
  return (
    <dl className={classNames('grid gap-4', className)}>
      {stats.map(({ label, value, hint }) => (
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
