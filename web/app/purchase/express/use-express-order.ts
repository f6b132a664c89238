import { useEffect, useState } from 'react';
import type { useRifaPurchase } from '../checkout/use-rifa-purchase.ts';
import type { NumberChoice } from '../choose/use-number-choice.ts';
import { type ExpressOrder, isConsentTo } from './express-consent.ts';

/**
 * Orders once, at most for the price that the visitor saw. A higher one, another choice, or a missing consent waits for the
 * button.
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
  const isStopped = isOther || isDearer || changes.length > 0 || price.rejectionText !== null;
  const canPay = isWaiting && ready && profile !== undefined && !isStopped;
  // For good: the first choice, chosen again, needs another press.
  if (isOther && isWaiting) setIsWaiting(false);
  useEffect(() => {
    if (!canPay) return;
    setIsWaiting(false);
    pay();
    // Once: `pay` is another function at each render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [canPay]);
  return isWaiting && !isStopped;
}
