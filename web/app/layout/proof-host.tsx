import { Suspense, useSyncExternalStore } from 'react';
import { isProofWanted, onProofWanted } from '../session/recent-proof.ts';
import { lazyComponent } from '../ui/loading/lazy-component.ts';

const ProofDialog = lazyComponent(() => import('../accounts/proof/proof-dialog.tsx'));

/** Shows the dialog for a recent proof over the current page. */
export function ProofHost() {
  const isWanted = useSyncExternalStore(onProofWanted, isProofWanted, () => false);
  if (!isWanted) return null;
  return (
    <Suspense>
      <ProofDialog />
    </Suspense>
  );
}
