import { Suspense, use } from 'react';
import { SocialProofContext } from '../../social-proof/social-proof-context.ts';
import { lazyComponent } from '../../ui/loading/lazy-component.ts';
import type { StatsKind } from './loaded-shop-stats.tsx';

const LoadedShopStats = lazyComponent(() => import('./loaded-shop-stats.tsx'));

/** Real statistics of the shop. Renders and loads nothing unless the social proof mode is `real`. */
export function RealShopStats({ kind }: { kind: StatsKind }) {
  if (use(SocialProofContext) !== 'real') return null;
  return (
    <Suspense>
      <LoadedShopStats kind={kind} />
    </Suspense>
  );
}
