import { useMutation, useQuery } from '@tanstack/react-query';
import { toast } from 'sonner';
import type { CartItem } from '@mare/domain/cart/cart.ts';
import { queries } from '../api.ts';
import { formatInteger } from '../format.ts';
import { errorMessage } from '../messages.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/style/icons.tsx';
import { cartStore } from './cart-store.ts';
import { requestNumbers } from './request-numbers.ts';

/** Warns about numbers in the cart that another buyer bought, and swaps them for free ones. Hidden offline. */
export function SoldNumbersNote({ item }: { item: CartItem }) {
  const input = { id: item.rifaId, numbers: item.selectedNumbers };
  const { data } = useQuery({
    ...queries.rifas.takenNumbers.queryOptions({ input }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const taken = data?.taken ?? [];
  const swap = useMutation({
    mutationFn: () => requestNumbers(item.rifaId, taken.length, item.totalNumbers, item.selectedNumbers),
    onSuccess: (fresh) => cartStore.replaceNumbers(item.id, taken, fresh),
    onError: (error) => toast.error('Erro', { description: errorMessage(error) }),
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
    </div>
  );
}
