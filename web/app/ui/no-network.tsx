import type { ReactNode } from 'react';
import { LiveRegion } from './live-region.tsx';

interface NoNetworkProps {
  isOffline: boolean;
  /** The browser is online, but the server responds with an error. */
  isShopAway?: boolean;
  /** Sentence after the notice: consequences until the connection is back. */
  children: ReactNode;
  className?: string;
}

/** Notice that the browser is offline, or that the server does not respond. */
export function NoNetwork({ isOffline, isShopAway = false, children, className = '' }: NoNetworkProps) {
  return (
    <LiveRegion className={className}>
      {(isOffline || isShopAway) && (
        <p className="rounded-md bg-warning-tint px-4 py-3 font-semibold text-warning">
          {isShopAway ? 'A loja está fora do ar por um instante.' : 'Sem conexão.'} {children}
        </p>
      )}
    </LiveRegion>
  );
}
