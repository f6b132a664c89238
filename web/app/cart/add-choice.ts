/** Adds a choice of the rifa page to the cart. Loaded with the first choice. */
import type { RifaDetail } from '@mare/contract/rifas/rifa-detail.ts';
import { cotasOf, numbersInCart } from '@mare/domain/cart/cart.ts';
import { formatCotaNumber, formatInteger } from '../format.ts';
import { type CartChoice, cartItemOf } from './cart-item.ts';
import { cartStore, latestCart } from './cart-store.ts';
import { requestNumbers } from './request-numbers.ts';

type AddedChoice = { ok: true; message: string } | { ok: false; reason: string };

const CART_FULL = 'O carrinho está cheio. Finalize a compra ou tire um item antes.';

/** @throws if the browser cannot add the line */
export function addChoice(rifa: RifaDetail, choice: CartChoice): AddedChoice {
  const item = cartItemOf(rifa, choice);
  const { rejected, duplicates } = cartStore.add(item);
  if (rejected === 'full') return { ok: false, reason: CART_FULL };
  const repeated = choice.chosen ? duplicates : [];
  if (rejected) return { ok: false, reason: alreadyInCart(repeated, rifa.totalNumbers) };
  const message = addedMessage(cotasOf(item) - repeated.length);
  return {
    ok: true,
    message: repeated.length === 0 ? message : `${message} ${alreadyInCart(repeated, rifa.totalNumbers)}`,
  };
}

/** Random numbers that the cart does not hold yet. @throws NOT_ENOUGH_NUMBERS */
export function requestOtherNumbers(
  { id, totalNumbers }: Pick<RifaDetail, 'id' | 'totalNumbers'>,
  cotas: number,
): Promise<number[]> {
  return requestNumbers(id, cotas, totalNumbers, numbersInCart(latestCart().items, id));
}

/** Maximum numbers listed in a message. */
const NAMED = 5;

function alreadyInCart(numbers: number[], totalNumbers: number): string {
  const named = numbers.slice(0, NAMED).map((number) => formatCotaNumber(number, totalNumbers));
  if (numbers.length === 1) return `O número ${named[0]} já estava no seu carrinho.`;
  const more = numbers.length > NAMED ? ` e mais ${formatInteger(numbers.length - NAMED)}` : '';
  return `Estes números já estavam no seu carrinho: ${named.join(', ')}${more}.`;
}

function addedMessage(numbers: number): string {
  return numbers === 1
    ? '1 número adicionado com sucesso.'
    : `${formatInteger(numbers)} números adicionados com sucesso.`;
}
