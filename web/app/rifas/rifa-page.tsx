import { HydrationBoundary, useQuery } from '@tanstack/react-query';
import { type MetaDescriptor, useParams } from 'react-router';
import type { RifaDetail } from '@mare/contract/rifas.ts';
import { queries } from '../api.ts';
import { useCartPanel } from '../cart/cart-panel.ts';
import { cartStore } from '../cart/cart-store.ts';
import { wishNumbers } from '../cart/wish-numbers.ts';
import { isRefusal, sentenceFor } from '../messages.ts';
import { siteUrl } from '../site-url.ts';
import { ErrorState } from '../ui/states.tsx';
import type { Route } from './+types/rifa-page.ts';
import { type CartChoice, PurchasePanel } from './purchase-panel.tsx';
import { describeRifa, loadRifaInBrowser, loadRifaOnServer } from './rifa-data.ts';
import { RifaLoading, RifaNotFound, RifaPage as RifaView } from './rifa-view.tsx';

export const loader = ({ context, params }: Route.LoaderArgs) => loadRifaOnServer(context, params.id);

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => loadRifaInBrowser(params.id);

export function meta({ loaderData, matches }: Route.MetaArgs): MetaDescriptor[] {
  return describeRifa(loaderData?.rifa ?? null, siteUrl(matches));
}

/** A rifa for whoever comes by: plan or quantity, numbers, into the cart. */
export default function RifaPage({ loaderData }: Route.ComponentProps) {
  return (
    <HydrationBoundary state={loaderData?.dehydratedState}>
      <Rifa />
    </HydrationBoundary>
  );
}

function Rifa() {
  const { id = '' } = useParams();
  const rifa = useQuery(queries.rifas.find.queryOptions({ input: { id } }));
  const tiers = useQuery(queries.rifas.tiers.queryOptions());
  const panel = useCartPanel();
  if (isRefusal(rifa.error, 'NOT_FOUND')) return <RifaNotFound />;
  if (rifa.isError && !rifa.data)
    return (
      <main id="conteudo">
        <ErrorState title={sentenceFor(rifa.error)} onRetry={() => void rifa.refetch()} />
      </main>
    );
  if (!rifa.data) return <RifaLoading />;
  const found = rifa.data;
  return (
    <RifaView
      rifa={found}
      purchase={
        <PurchasePanel
          rifa={found}
          tiers={tiers.data ?? []}
          drawNumbers={(quantity) => wishNumbers(id, quantity, found.totalNumbers)}
          onAddToCart={(choice) => {
            cartStore.add(cartItem(found, choice));
            panel.setOpen(true);
            return Promise.resolve({ success: true });
          }}
        />
      }
    />
  );
}

function cartItem(rifa: RifaDetail, { quantity, tier, numbers }: CartChoice) {
  return {
    rifaId: rifa.id,
    quantity,
    tier,
    selectedNumbers: numbers,
    rifaTitle: rifa.title,
    rifaPriceCentavos: rifa.priceCentavos,
    rifaImage: rifa.image,
    totalNumbers: rifa.totalNumbers,
  };
}
