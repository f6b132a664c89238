import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { type CartItem, cotasOf, itemPriceCentavos, NUMBERS_SHOWN, priceOf } from '@mare/domain/cart/cart.ts';
import { cartStore } from '../../cart/cart-store.ts';
import { useCartPanel } from '../../cart/cart-panel.ts';
import { formatBrl } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FormError } from '../../ui/states.tsx';
import { isFocusLost } from '../../ui/focus/use-kept-focus.ts';
import { remainingCotasOffer } from '../place-order/remaining-cotas-offer.ts';
import { CouponField } from '../quote/coupon-field.tsx';
import { changesSinceAdded, QuoteChanges } from '../quote/quote-changes.tsx';
import { DiscountLines } from '../quote/discount-lines.tsx';
import { SUMMARY_ID } from './pay-bar.tsx';
import { TestedPhrase } from './tested-phrase.tsx';
import type { PriceWithCoupon } from '../quote/use-quote.ts';
import { CotaNumbers } from '../../rifa-display/cota-numbers.tsx';
import { cotasLabel, priceBreakdown } from '../../rifa-display/price-labels.ts';
import { SalesEnd } from '../../rifa-display/sales-end.tsx';
import { RifaPicture } from '../../rifa-display/rifa-picture.tsx';

interface CartSummaryProps {
  items: CartItem[];
  price: PriceWithCoupon;
  /** An order of these items has failed. */
  hasFailed: boolean;
  /** Content below the total. */
  children: ReactNode;
}

/** Lines and total of the order. The server computes the price independently. */
export function CartSummary({ items, price, hasFailed, children }: CartSummaryProps) {
  const panel = useCartPanel();
  const { quote } = price;
  const changes = changesSinceAdded(items, quote);
  const heading = useRef<HTMLHeadingElement>(null);
  const shortage = useRef<HTMLDivElement>(null);
  const shown = useRef(price.rejectionText);
  // Before the next frame, see `useFocusNext`.
  useLayoutEffect(() => {
    if (shown.current === price.rejectionText) return;
    shown.current = price.rejectionText;
    // A rejected price disables the pay button, and an accepted one removes the buttons of the rejection.
    if (hasFailed && isFocusLost(heading.current)) (shortage.current ?? heading.current)?.focus();
  }, [hasFailed, price.rejectionText]);
  const offer = remainingCotasOffer(price.rejection, (rifaId, remaining) => {
    const [line, ...more] = items.filter((item) => item.rifaId === rifaId);
    if (!line) return;
    for (const { id } of more) cartStore.remove(id);
    cartStore.changeQuantity(line.id, remaining, []);
  });
  return (
    <Card padded className="grid gap-4 sticky-column">
      <h2 id={SUMMARY_ID} ref={heading} tabIndex={-1} className="scroll-mt-24 text-xl outline-none">
        Resumo do pedido
      </h2>
      <ul className="grid gap-4">
        {items.map((item, index) => {
          const line = quote?.lines[index];
          const bonus = line?.bonusQuantity ?? item.bonusQuantity;
          return (
            <li key={item.id} className="grid gap-2">
              <div className="flex items-center gap-3">
                <RifaPicture
                  image={item.rifaImage}
                  sizes="4rem"
                  className="aspect-4/3 w-16 shrink-0 rounded-sm"
                />
                <div className="min-w-0 grow">
                  <p className="leading-snug font-semibold">{item.rifaTitle}</p>
                  <p className="text-sm text-ink-soft">{priceBreakdown(priceOf(item), item.quantity)}</p>
                  {item.salesEndAt && <SalesEnd salesEndAt={item.salesEndAt} />}
                  {bonus > 0 && (
                    <p className="text-sm font-semibold text-success">{cotasLabel(item.quantity, bonus)}</p>
                  )}
                </div>
                <span className="tabular font-bold">
                  {formatBrl(line?.fullCentavos ?? itemPriceCentavos(item))}
                </span>
              </div>
              <CotaNumbers
                numbers={item.selectedNumbers}
                totalNumbers={item.totalNumbers}
                cotas={cotasOf(item)}
                shown={NUMBERS_SHOWN}
              />
            </li>
          );
        })}
      </ul>
      <TestedPhrase place="checkout-reassurance" />
      <CouponField price={price} />
      <QuoteChanges changes={changes} onAccept={() => quote && cartStore.acceptQuote(quote.lines)} />
      <dl className="grid gap-1.5 border-t border-line pt-4" aria-busy={!quote}>
        <DiscountLines quote={price.quote} />
        <div className="flex justify-between">
          <dt>Taxa de processamento</dt>
          <dd className="font-semibold text-success">Grátis</dd>
        </div>
        <div className="flex justify-between font-display text-xl font-bold">
          <dt>Total</dt>
          <dd className="tabular">{quote ? formatBrl(quote.totalCentavos) : '—'}</dd>
        </div>
      </dl>
      {price.rejectionText && (
        <div ref={shortage} tabIndex={-1} className="grid gap-4 rounded-md">
          <FormError>{price.rejectionText}</FormError>
          {offer && <Button onClick={offer.onClick}>{offer.label}</Button>}
          <Button variant="outline" icon="cart" onClick={() => panel.setOpen(true)}>
            Rever o carrinho
          </Button>
        </div>
      )}
      {children}
    </Card>
  );
}
