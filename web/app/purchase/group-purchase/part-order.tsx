import type { ReactNode } from 'react';
import type { GroupOfPayment } from '@mare/contract/orders/group-purchases.ts';
import type { PurchaseTier, RifaDetail } from '@mare/contract/rifas/rifa-detail.ts';
import type { NumberChoice } from '../choose/use-number-choice.ts';
import { OrderStep } from '../express/order-step.tsx';
import type { OnOrdered } from '../place-order/use-rifa-order.ts';

interface PartOrderProps {
  rifa: RifaDetail;
  /** Cotas paid for. */
  quantity: number;
  tier: PurchaseTier | null;
  group: GroupOfPayment;
  /** Called when the buyer accepts the remaining cotas. */
  takeRemainder: (cotas: number) => void;
  /** Path to return to after a sign-in with a password. */
  returnTo: string;
  onOrdered: OnOrdered;
  /** The purchased item. */
  children: ReactNode;
}

/** Orders a part of a group purchase. */
export function PartOrder({ quantity, tier, ...order }: PartOrderProps) {
  // The numbers are drawn by the reservation, or are those of the part.
  const choice: NumberChoice = { quantity, tier, numbers: [], drawing: false, error: null };
  return <OrderStep {...order} choice={choice} />;
}
