import type { ReactNode } from 'react';
import { LiveRegion } from './live-region.tsx';

interface NoNetworkProps {
  isOffline: boolean;
  /** What holds until the network is back. */
  children: ReactNode;
  className?: string;
}

/** Tells that the browser has no network. */
export function NoNetwork({ isOffline, children, className = '' }: NoNetworkProps) {
  return (
    <LiveRegion className={className}>
      {isOffline && (
        <p className="rounded-md bg-warning-tint px-4 py-3 font-semibold text-warning">
          Sem conexão. {children}
        </p>
      )}
    </LiveRegion>
  );
}
