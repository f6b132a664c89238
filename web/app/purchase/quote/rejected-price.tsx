import { useState } from 'react';
import { formatCount } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/states.tsx';
import { useFocusNext } from '../../ui/focus/use-focus-next.ts';
import { remainingCotasOffer } from '../place-order/remaining-cotas-offer.ts';
import type { PriceWithCoupon } from './use-quote.ts';

interface RejectedPriceProps {
  price: Pick<PriceWithCoupon, 'rejection' | 'rejectionText'>;
  /** Chosen cotas, without a plan's bonus. */
  quantity: number;
  /** Called when the buyer accepts the remaining cotas. */
  onTake: (remaining: number) => void;
}

/**
 * Shows why the server rejects the choice, and offers the remaining cotas. Takes the focus from the pay button, which
 * is disabled now.
 */
export function RejectedPrice({ price, quantity, onTake }: RejectedPriceProps) {
  const [taken, setTaken] = useState<number | null>(null);
  const offer = remainingCotasOffer(price.rejection, (_, remaining) => {
    setTaken(remaining);
    onTake(remaining);
  });
  const isTaken = taken === quantity && !price.rejectionText;
  const shell = useFocusNext<HTMLDivElement>(price.rejectionText ?? (isTaken ? 'taken' : ''));
  return (
    <div ref={shell} className="grid gap-3 empty:hidden">
      {price.rejectionText && (
        <>
          <div {...(!offer && { tabIndex: -1 })} className="rounded-md">
            <FormError>{price.rejectionText}</FormError>
          </div>
          {offer && (
            <Button variant="outline" onClick={offer.onClick}>
              {offer.label}
            </Button>
          )}
        </>
      )}
      {isTaken && (
        <output tabIndex={-1} className="rounded-md text-sm font-semibold">
          Agora {quantity === 1 ? 'é' : 'são'} {formatCount(quantity, 'cota', 'cotas')}. Confira o total e
          pague.
        </output>
      )}
    </div>
  );
}
