import { Suspense } from 'react';
import type { RifaDetail } from '@mare/contract/rifas/rifa-detail.ts';
import { useSession } from '../../session/session.ts';
import { lazyComponent } from '../../ui/loading/lazy-component.ts';
import { ChosenNumbers } from './numbers/chosen-numbers.tsx';
import type { NumberChoice } from './use-number-choice.ts';

/** Loaded lazily: few buyers have limits. */
const ChoiceLimitNote = lazyComponent(() => import('./choice-limit-note.tsx'));

interface ChosenCotasProps {
  rifa: RifaDetail;
  choice: NumberChoice;
  onDrawAgain: () => void;
}

/** Shown below a choice: whether it exceeds the buyer's limits, and the numbers drawn for it. */
export default function ChosenCotas({ rifa, choice, onDrawAgain }: ChosenCotasProps) {
  const session = useSession();
  return (
    <>
      {session.status === 'signed-in' && (
        <Suspense>
          <ChoiceLimitNote rifa={rifa} choice={choice} />
        </Suspense>
      )}
      {!choice.picked && (
        <ChosenNumbers choice={choice} totalNumbers={rifa.totalNumbers} onDrawAgain={onDrawAgain} />
      )}
    </>
  );
}
