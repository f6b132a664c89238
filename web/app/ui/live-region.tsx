import type { ReactNode } from 'react';

interface LiveRegionProps {
  className?: string;
  /** Nothing, until there is something to announce. */
  children: ReactNode;
}

/** Has screen readers announce its content. It stays in the page while empty, as they announce only changes of a region. */
export function LiveRegion({ className, children }: LiveRegionProps) {
  return (
    <div aria-live="polite" className={children ? className : 'sr-only'}>
      {children}
    </div>
  );
}
