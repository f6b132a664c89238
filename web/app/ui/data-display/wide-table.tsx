import type { ReactNode } from 'react';

/** A table that may be wider than a phone: it scrolls by itself, by touch and by keyboard. */
export function WideTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard
    <section aria-label={label} tabIndex={0} className="overflow-x-auto">
      <table className="tabular w-full min-w-110 text-sm">{children}</table>
    </section>
  );
}
