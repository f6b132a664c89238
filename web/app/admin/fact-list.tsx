import type { ReactNode } from 'react';
import { classNames } from '../ui/style/class-names.ts';

interface FactListProps {
  /** Names and values. */
  facts: readonly (readonly [name: string, value: ReactNode])[];
  /** Classes of the columns. */
  className?: string;
}

export function FactList({ facts, className }: FactListProps) {
  return (
    <dl className={classNames('grid grid-cols-1 gap-x-6 gap-y-3', className)}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="text-sm font-semibold text-ink-soft">{name}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
