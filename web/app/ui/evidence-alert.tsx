import type { ReactNode } from 'react';
import { classNames } from './style/class-names.ts';

interface EvidenceAlertProps {
  title: ReactNode;
  children: ReactNode;
  className?: string;
}

/** Alert that the site contradicts data it has signed, with instructions for the reader. */
export function EvidenceAlert({ title, children, className }: EvidenceAlertProps) {
  return (
    <div
      role="alert"
      className={classNames(
        'grid gap-3 rounded-lg border-2 border-danger bg-danger-tint p-5 text-ink',
        className,
      )}
    >
      <div className="font-bold text-danger">{title}</div>
      {children}
    </div>
  );
}
