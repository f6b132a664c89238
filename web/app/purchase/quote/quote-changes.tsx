import { compareQuotes, type QuoteChange } from '@mare/domain/checkout/compare-quotes.ts';
import type { Quote } from '@mare/contract/checkout/checkout.ts';
import { type CartItem, cotasOf, itemPriceCentavos } from '@mare/domain/cart/cart.ts';
import { quoteChangeMessage } from '../../messages/purchase-messages.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/style/icons.tsx';

/** Differences between the quote and the cart as it was when its lines were added or last accepted. */
export function changesSinceAdded(items: readonly CartItem[], quote: Quote | undefined): QuoteChange[] {
  if (!quote) return [];
  const shown = items.map((item) => ({
    rifaId: item.rifaId,
    title: item.rifaTitle,
    quantity: cotasOf(item),
    bonusQuantity: item.bonusQuantity,
    fullCentavos: item.acceptedCentavos ?? itemPriceCentavos(item),
  }));
  // Discounts are shown as they are: a cart holds none.
  const { lines, totalCentavos } = quote;
  return compareQuotes(
    { lines: shown, discounts: [], totalCentavos },
    { lines, discounts: [], totalCentavos },
  );
}

interface QuoteChangesProps {
  changes: readonly QuoteChange[];
  onAccept: () => void;
}

/** Lists the changes and asks the buyer to accept them. */
export function QuoteChanges({ changes, onAccept }: QuoteChangesProps) {
  if (changes.length === 0) return null;
  return (
    <div role="alert" className="grid gap-2 rounded-md bg-warning-tint p-3 text-sm text-warning">
      <p className="flex items-start gap-2 font-semibold">
        <Icon name="alert" className="mt-0.5 size-4.5 shrink-0" />
        Mudou desde que você escolheu:
      </p>
      <ul className="grid gap-1">
        {changes.map((change) => (
          <li key={`${change.rifaId}-${change.title}-${change.kind}-${change.was}`}>
            {quoteChangeMessage(change)}
          </li>
        ))}
      </ul>
      <Button variant="outline" size="sm" className="justify-self-start" onClick={onAccept}>
        Aceitar os novos valores
      </Button>
    </div>
  );
}
