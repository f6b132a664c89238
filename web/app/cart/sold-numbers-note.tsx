import { useMutation, useQuery } from '@tanstack/react-query';
import type { apiErrors } from '@mare/contract/errors.ts';
import { type CartItem, cotasOf, numbersInCart } from '@mare/domain/cart/cart.ts';
import type { z } from 'zod';
import { queries } from '../api.ts';
import { formatInteger } from '../format.ts';
import { errorMessage, isApiError } from '../messages.ts';
import { noneFree } from '../messages/purchase-messages.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/style/icons.tsx';
import { cartStore, latestCart } from './cart-store.ts';
import { requestNumbers } from './request-numbers.ts';

type TooFewLeft = z.infer<(typeof apiErrors)['NOT_ENOUGH_NUMBERS']['data']>;

/**
 * Warns about numbers in the cart that another buyer bought, and swaps them for free ones. If too few are left, offers
 * those that are, or to remove the line. Hidden offline.
 */
export function SoldNumbersNote({ item }: { item: CartItem }) {
  const input = { id: item.rifaId, numbers: item.selectedNumbers };
  const { data } = useQuery({
    ...queries.rifas.takenNumbers.queryOptions({ input }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    enabled: item.selectedNumbers.length > 0,
  });
  const taken = data?.taken ?? [];
  const swap = useMutation({
    mutationFn: () =>
      requestNumbers(item.rifaId, taken.length, item.totalNumbers, [
        ...item.selectedNumbers,
        ...numbersInCart(latestCart().items, item.rifaId, item.id),
      ]),
    onSuccess: (fresh) => cartStore.replaceNumbers(item.id, taken, fresh),
  });
  if (taken.length === 0) return null;
  return (
    <div role="alert" className="grid gap-2 rounded-md bg-coral-tint p-3 text-sm text-coral-strong">
      <p className="flex items-start gap-2 font-semibold">
        <Icon name="alert" className="mt-0.5 size-4.5" />
        {taken.length === 1
          ? 'Um dos seus números já foi vendido a outra pessoa.'
          : `${formatInteger(taken.length)} dos seus números já foram vendidos a outras pessoas.`}
      </p>
      {isApiError(swap.error, 'NOT_ENOUGH_NUMBERS') ? (
        <TooFew
          item={item}
          taken={taken}
          remaining={(swap.error as unknown as { data: TooFewLeft }).data.remaining}
        />
      ) : (
        <>
          {swap.isError && <p>{errorMessage(swap.error)}</p>}
          <Button
            variant="outline"
            size="sm"
            icon="dice"
            className="justify-self-start"
            loading={swap.isPending}
            onClick={() => swap.mutate()}
          >
            Trocar por outros
          </Button>
        </>
      )}
    </div>
  );
}

interface TooFewProps {
  item: CartItem;
  taken: number[];
  /** Free cotas outside the cart. */
  remaining: number;
}

/** The line can be completed with its free numbers and the remaining ones. */
function TooFew({ item, taken, remaining }: TooFewProps) {
  const keptCount = item.selectedNumbers.length - taken.length;
  const possible = Math.min(keptCount + remaining, cotasOf(item));
  const reduce = useMutation({
    mutationFn: async () =>
      remaining > 0 ? requestNumbers(item.rifaId, remaining, item.totalNumbers, item.selectedNumbers) : [],
    onSuccess: (fresh) => {
      cartStore.replaceNumbers(item.id, taken, fresh);
      cartStore.changeQuantity(item.id, possible, []);
    },
  });
  return (
    <>
      <p>
        {possible === 0
          ? noneFree(item.rifaTitle)
          : `Não há outros números livres para todos: dá para levar ${formatInteger(possible)}.`}
      </p>
      {reduce.isError && <p>{errorMessage(reduce.error)}</p>}
      <div className="flex flex-wrap gap-2">
        {possible > 0 && (
          <Button variant="outline" size="sm" loading={reduce.isPending} onClick={() => reduce.mutate()}>
            Levar {formatInteger(possible)}
          </Button>
        )}
        <Button variant="outline" size="sm" icon="trash" onClick={() => cartStore.remove(item.id)}>
          Tirar do carrinho
        </Button>
      </div>
    </>
  );
}
