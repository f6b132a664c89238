import { useState } from 'react';
import { useSession } from '../../session/session.ts';
import { Spinner } from '../../ui/states.tsx';
import { type BuyerStepProps, BuyerStep } from './buyer-step.tsx';
import type { ExpressOrder } from './use-express-order.ts';
import { VisitorStep } from './visitor-step.tsx';

interface OrderStepProps extends Omit<BuyerStepProps, 'stated'> {
  /** Path to return to after a sign-in with a password. */
  returnTo: string;
}

/** The order of a choice, signed in or as a visitor without a password. `children` show the choice. */
export function OrderStep({ returnTo, ...buyer }: OrderStepProps) {
  const session = useSession();
  const [stated, setStated] = useState<ExpressOrder>();
  if (session.status === 'loading') return <Spinner className="min-h-60" />;
  if (session.status === 'visitor')
    return (
      <VisitorStep
        rifa={buyer.rifa}
        choice={buyer.choice}
        takeRemainder={buyer.takeRemainder}
        onStated={setStated}
        returnTo={returnTo}
      >
        {buyer.children}
      </VisitorStep>
    );
  return <BuyerStep {...buyer} stated={stated} />;
}
