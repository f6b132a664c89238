import type { ReactNode } from 'react';
import { LiveRegion } from './live-region.tsx';

interface NoNetworkProps {
  isOffline: boolean;
  /** The network is there, but the server answers with an error. */
  isShopAway?: boolean;
  /** What holds until the network, or the shop, is back. */
  children: ReactNode;
  className?: string;
}

/** Tells that the browser has no network, or that the shop does not answer. */
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
