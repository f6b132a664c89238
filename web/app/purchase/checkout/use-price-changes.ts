import { useState } from 'react';
import type { Quote } from '@mare/contract/checkout/checkout.ts';
import type { RifaDetail } from '@mare/contract/rifas/rifa-detail.ts';
import { compareQuotes, type QuoteChange } from '@mare/domain/checkout/compare-quotes.ts';
import { linePriceCentavos } from '@mare/domain/rifas/prices/price-steps.ts';
import { bonusCotas } from '@mare/domain/rifas/prices/purchase-plan.ts';
import type { NumberChoice } from '../choose/use-number-choice.ts';

/** Differences between the quote and the page, in price or cotas, until the buyer accepts them. */
export function usePriceChanges(
  rifa: RifaDetail,
  { quantity, tier }: Pick<NumberChoice, 'quantity' | 'tier'>,
  quote: Quote | undefined,
): { changes: QuoteChange[]; accept: () => void } {
  /** Key of the changes that the buyer accepted. */
  const [accepted, setAccepted] = useState('');
  const line = quote?.lines[0];
  const bonusQuantity = tier ? bonusCotas(tier) : 0;
  const shown = line && { ...line, bonusQuantity, fullCentavos: linePriceCentavos(rifa, quantity) };
  // Discounts are shown as they are.
  const changes =
    line && shown
      ? compareQuotes(
          { lines: [shown], discounts: [], totalCentavos: 0 },
          { lines: [line], discounts: [], totalCentavos: 0 },
        )
      : [];
  const key = JSON.stringify(changes);
  return { changes: key === accepted ? [] : changes, accept: () => setAccepted(key) };
}
