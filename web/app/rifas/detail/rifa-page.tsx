import { useQuery } from '@tanstack/react-query';
import type { RifaDetail } from '@mare/contract/rifas/rifas.ts';
import { queries } from '../../api.ts';
import { cartItemOf } from '../../cart/cart-item.ts';
import { useCartPanel } from '../../cart/cart-panel.ts';
import { cartStore } from '../../cart/cart-store.ts';
import { wishNumbers } from '../../cart/request-numbers.ts';
import { noteStep } from '../../experiments/note-step.ts';
import { formatInteger } from '../../format.ts';
import type { Route } from './+types/rifa-page.ts';
import { PurchasePanel } from '../../purchase/choose/add-to-cart-panel.tsx';
import { RifaScreen } from './rifa-screen.tsx';

export { clientLoader, loader, meta } from '../rifa-data.ts';

/** A rifa for whoever comes by: plan or quantity, numbers, into the cart. */
export default function RifaPage({ loaderData }: Route.ComponentProps) {
  return <RifaScreen loaderData={loaderData} onFailure="retry" Purchase={Purchase} />;
}

function Purchase({ rifa }: { rifa: RifaDetail }) {
  const tiers = useQuery(queries.rifas.tiers.queryOptions());
  const panel = useCartPanel();
  return (
    <PurchasePanel
      rifa={rifa}
      tiers={tiers.data ?? []}
      drawNumbers={(quantity) => wishNumbers(rifa.id, quantity, rifa.totalNumbers)}
      onAddToCart={(choice) =>
        // Whatever keeps it out of the cart becomes the promise's failure.
        Promise.resolve().then(() => {
          cartStore.add(cartItemOf(rifa, choice));
          noteStep('cart');
          panel.setOpen(true, addedWords(choice.numbers.length));
          return { success: true };
        })
      }
    />
  );
}

function addedWords(numbers: number): string {
  return numbers === 1
    ? '1 número adicionado com sucesso.'
    : `${formatInteger(numbers)} números adicionados com sucesso.`;
}
