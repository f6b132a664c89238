import { Suspense, use } from 'react';
import { SocialProofContext } from '../social-proof/mode.ts';
import type { RealFigure as Kind } from './real-figures.tsx';
import { latePart } from '../ui/late-part.ts';

const RealFigures = latePart(() => import('./real-figures.tsx'));

/** A real figure of the shop where its social proof is real; elsewhere nothing, and nothing is loaded. */
export function RealFigure({ kind }: { kind: Kind }) {
  if (use(SocialProofContext) !== 'real') return null;
  return (
    <Suspense>
      <RealFigures kind={kind} />
    </Suspense>
  );
}
