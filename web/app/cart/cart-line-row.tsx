import { useRef } from 'react';
import { toast } from 'sonner';
import {
  type CartItem,
  cotasOf,
  itemPriceCentavos,
  NUMBERS_SHOWN,
  numbersInCart,
  priceOf,
} from '@mare/domain/cart/cart.ts';
import { MAX_SUGGESTED_NUMBERS } from '@mare/domain/cart/limits.ts';
import { formatBrl } from '../format.ts';
import { errorMessage } from '../messages.ts';
import { CotaNumbers } from '../rifa-display/cota-numbers.tsx';
import { cotasLabel, priceBreakdown } from '../rifa-display/price-labels.ts';
import { RifaPicture } from '../rifa-display/rifa-picture.tsx';
import { SalesEnd } from '../rifa-display/sales-end.tsx';
import { IconButton } from '../ui/button.tsx';
import { QuantityStepper } from '../ui/form/quantity-stepper.tsx';
import { cartStore, latestCart } from './cart-store.ts';
import { SoldNumbersNote } from './sold-numbers-note.tsx';
import { requestNumbers } from './request-numbers.ts';

/** Cart line with quantity stepper and remove button. */
export function CartLineRow({ item }: { item: CartItem }) {
  const latest = useRef(0);
  const { bonusQuantity: bonus } = item;

  /** Updates the quantity immediately and the numbers later. Ignores responses to superseded requests. */
  async function changeTo(quantity: number) {
    latest.current += 1;
    const turn = latest.current;
    cartStore.changeQuantity(item.id, quantity, []);
    const missing = Math.min(quantity, MAX_SUGGESTED_NUMBERS) - item.selectedNumbers.length;
    if (missing <= 0) return;
    try {
      const fresh = await requestNumbers(item.rifaId, missing, item.totalNumbers, [
        ...item.selectedNumbers,
        ...numbersInCart(latestCart().items, item.rifaId, item.id),
      ]);
      if (turn === latest.current) cartStore.replaceNumbers(item.id, [], fresh);
    } catch (error) {
      if (turn === latest.current) toast.error('Erro', { description: errorMessage(error) });
    }
  }

  return (
    <li className="grid grid-cols-[--spacing(20)_1fr] gap-4 border-b border-line pb-5 last:border-0">
      <RifaPicture image={item.rifaImage} sizes="5rem" className="aspect-4/3 w-20 rounded-md" />
      <div className="min-w-0">
        <div className="flex items-start gap-2">
          <h3 className="grow text-base leading-snug">{item.rifaTitle}</h3>
          <IconButton
            icon="trash"
            label={`Remover ${item.rifaTitle}`}
            className="-mt-2 -mr-2"
            onClick={() => cartStore.remove(item.id)}
          />
        </div>
        <p className="text-sm text-ink-soft">
          {item.combos
            ? priceBreakdown(priceOf(item), item.quantity)
            : `${formatBrl(itemPriceCentavos(item) / item.quantity)} por cota`}
        </p>
        {item.salesEndAt && <SalesEnd salesEndAt={item.salesEndAt} />}
        {bonus > 0 && (
          <p className="text-sm font-semibold text-success">{cotasLabel(item.quantity, bonus)}</p>
        )}
      </div>
      <div className="col-span-2 grid gap-3">
        <CotaNumbers
          numbers={item.selectedNumbers}
          totalNumbers={item.totalNumbers}
          cotas={cotasOf(item)}
          shown={NUMBERS_SHOWN}
        />
        <SoldNumbersNote item={item} />
        <div className="flex items-center justify-between gap-3">
          <QuantityStepper
            size="sm"
            label={`Quantidade de cotas de ${item.rifaTitle}`}
            value={item.quantity}
            max={item.maxPerOrder}
            onChange={(quantity) => void changeTo(quantity)}
          />
          <strong className="tabular text-lg">{formatBrl(itemPriceCentavos(item))}</strong>
        </div>
        {bonus > 0 && (
          <p className="text-sm text-ink-soft">
            O bônus é do plano: se você mudar a quantidade, perde o bônus.
          </p>
        )}
      </div>
    </li>
  );
}
