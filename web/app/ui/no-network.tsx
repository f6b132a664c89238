import type { ReactNode } from 'react';

interface NoNetworkProps {
  isOffline: boolean;
  /** What holds until the network is back. */
  children: ReactNode;
  className?: string | undefined;
}

/** Tells that the browser has no network. It is in the page before, as screen readers announce only changes of a live region. */
export function NoNetwork({ isOffline, children, className }: NoNetworkProps) {
  return (
    <div aria-live="polite" className={isOffline ? className : 'sr-only'}>
      {isOffline && (
        <p className="rounded-md bg-warning-tint px-4 py-3 font-semibold text-warning">
          Sem conexão. {children}
        </p>
      )}
    </div>
  );
}
