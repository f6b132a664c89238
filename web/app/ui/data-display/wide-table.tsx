import type { ReactNode } from 'react';

/** Horizontal scroll container for a table wider than the screen. Scrolls by touch and keyboard. */
export function WideTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scroll containers must be focusable by keyboard
    <section aria-label={label} tabIndex={0} className="overflow-x-auto">
      <table className="tabular w-full min-w-110 text-sm">{children}</table>
    </section>
  );
}
