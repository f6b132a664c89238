import { type ReactNode, useState } from 'react';
import type { GroupOfPayment } from '@mare/contract/orders/group-purchases.ts';
import type { PurchaseTier, RifaDetail } from '@mare/contract/rifas/rifas.ts';
import { useSession } from '../../session/session.ts';
import { Spinner } from '../../ui/states.tsx';
import type { NumberChoice } from '../choose/use-number-choice.ts';
import { BuyerStep } from '../express/buyer-step.tsx';
import type { ExpressOrder } from '../express/use-express-order.ts';
import { VisitorStep } from '../express/visitor-step.tsx';
import type { OnOrdered } from '../place-order/use-rifa-order.ts';

interface PartOrderProps {
  rifa: RifaDetail;
  /** Cotas paid for. */
  quantity: number;
  tier: PurchaseTier | null;
  group: GroupOfPayment;
  /** Called when the buyer accepts the remaining cotas. */
  chooseQuantity: (cotas: number) => void;
  /** Where the sign-in with a password leads back to. */
  returnTo: string;
  onOrdered: OnOrdered;
  /** What is bought. */
  children: ReactNode;
}

/** Orders a part of a group purchase, signed in or as a visitor without a password. */
export function PartOrder({
  rifa,
  quantity,
  tier,
  group,
  chooseQuantity,
  returnTo,
  onOrdered,
  children,
}: PartOrderProps) {
  const session = useSession();
  const [stated, setStated] = useState<ExpressOrder>();
  // The numbers are drawn by the reservation, or are those of the part.
  const choice: NumberChoice = { quantity, tier, numbers: [], drawing: false, error: null };
  if (session.status === 'loading') return <Spinner className="min-h-60" />;
  if (session.status === 'visitor')
    return (
      <VisitorStep rifa={rifa} choice={choice} onStated={setStated} returnTo={returnTo}>
        {children}
      </VisitorStep>
    );
  return (
    <BuyerStep
      rifa={rifa}
      choice={choice}
      chooseQuantity={chooseQuantity}
      stated={stated}
      group={group}
      onOrdered={onOrdered}
    >
      {children}
    </BuyerStep>
  );
}
