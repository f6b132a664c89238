import { useEffect, useState } from 'react';
import type { StatedBuyer, useRifaPurchase } from '../checkout/use-rifa-purchase.ts';
import type { NumberChoice } from '../choose/use-number-choice.ts';

/** A visitor's order, placed as soon as the account is open. */
export interface ExpressOrder extends StatedBuyer {
  /** Cotas paid for, and their plan: what the visitor pressed for. */
  quantity: number;
  tierKey: string | null;
  /** The price that the visitor saw. */
  totalCentavos: number;
}

/**
 * Orders once, at most for the price that the visitor saw. A higher one, another choice, or a missing consent waits for
 * the button.
 * @returns whether the order is about to be placed
 */
export function useExpressOrder(
  { ready, price, profile, changes, pay }: ReturnType<typeof useRifaPurchase>,
  order: ExpressOrder | undefined,
  choice: NumberChoice,
): boolean {
  const [isWaiting, setIsWaiting] = useState(order !== undefined);
  const total = price.quote?.totalCentavos;
  const isDearer = order !== undefined && total !== undefined && total > order.totalCentavos;
  const isOther = order !== undefined && !isConsentTo(order, choice);
  const isStopped = isDearer || isOther || changes.length > 0 || price.rejectionText !== null;
  const canPay = isWaiting && ready && profile !== undefined && !isStopped;
  useEffect(() => {
    if (!canPay) return;
    setIsWaiting(false);
    pay();
    // Once: `pay` is another function at each render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [canPay]);
  return isWaiting && !isStopped;
}

/** Whether the visitor pressed for this choice. */
function isConsentTo({ quantity, tierKey }: ExpressOrder, choice: NumberChoice): boolean {
  return quantity === choice.quantity && tierKey === (choice.tier?.key ?? null);
}
