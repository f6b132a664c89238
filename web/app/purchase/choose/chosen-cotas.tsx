import { Suspense } from 'react';
import type { PurchaseTier, RifaDetail } from '@mare/contract/rifas/rifa-detail.ts';
import { useSession } from '../../session/session.ts';
import { lazyComponent } from '../../ui/loading/lazy-component.ts';
import { ChosenNumbers } from './numbers/chosen-numbers.tsx';
import { PlanHint } from './plan-hint.tsx';
import type { NumberChoice } from './use-number-choice.ts';

/** Loaded lazily: few buyers have limits. */
const ChoiceLimitNote = lazyComponent(() => import('./choice-limit-note.tsx'));

interface ChosenCotasProps {
  rifa: RifaDetail;
  choice: NumberChoice;
  onDrawAgain: () => void;
  onChoosePlan: (plan: PurchaseTier) => void;
}

/** Shown below a choice: a better plan, whether it exceeds the buyer's limits, and the numbers drawn for it. */
export default function ChosenCotas({ rifa, choice, onDrawAgain, onChoosePlan }: ChosenCotasProps) {
  const session = useSession();
  return (
    <>
      <PlanHint rifa={rifa} choice={choice} onChoosePlan={onChoosePlan} />
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
