import { HydrationBoundary, useQuery } from '@tanstack/react-query';
import { isDefinedError } from '@orpc/client';
import { data, type MetaDescriptor, useParams, useRouteLoaderData } from 'react-router';
import type { RifaDetail } from '@mare/contract/rifas.ts';
import { type ApiQueries, queries, serverApi } from '../api.ts';
import { browserQueryClient } from '../browser-query-client.ts';
import { useCartPanel } from '../cart/cart-panel.ts';
import { cartStore } from '../cart/cart-store.ts';
import { wishNumbers } from '../cart/wish-numbers.ts';
import { formatBrl, formatLongDate } from '../format.ts';
import { links } from '../links.ts';
import { isRefusal, sentenceFor } from '../messages.ts';
import { describePage } from '../page-meta.ts';
import { prefetchInBrowser, prefetchOnServer } from '../prefetch.ts';
import type { loader as rootLoader } from '../root.tsx';
import { siteUrl } from '../site-url.ts';
import { ErrorState } from '../ui/states.tsx';
import type { Route } from './+types/rifa-page.ts';
import type { CartChoice } from './purchase-panel.tsx';
import { RifaLoading, RifaNotFound, RifaPage as RifaView } from './rifa-view.tsx';

const wanted = (id: string) => (api: ApiQueries) => [
  api.rifas.find.queryOptions({ input: { id } }),
  api.rifas.tiers.queryOptions(),
];

export async function loader({ context, params }: Route.LoaderArgs) {
  const rifa = await context
    .get(serverApi)
    .rifas.find({ id: params.id })
    .catch((error: unknown) => (isDefinedError(error) ? null : Promise.reject(error)));
  return data({ ...(await prefetchOnServer(context, wanted(params.id))), rifa }, rifa ? 200 : 404);
}

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  await prefetchInBrowser(wanted(params.id));
  const { queryKey } = queries.rifas.find.queryOptions({ input: { id: params.id } });
  return { dehydratedState: undefined, rifa: browserQueryClient().getQueryData(queryKey) ?? null };
}

export function meta({ loaderData, matches }: Route.MetaArgs): MetaDescriptor[] {
  return describeRifa(loaderData?.rifa ?? null, siteUrl(matches));
}

type Describe = (prize: string, rifa: RifaDetail) => string;

const onOffer: Describe = (prize, { priceCentavos, drawDate }) =>
  `Concorra a ${prize} por ${formatBrl(priceCentavos)} a cota. Sorteio em ${formatLongDate(drawDate)} pela Loteria Federal.`;

const descriptions: Record<RifaDetail['status'], Describe> = {
  draft: onOffer,
  scheduled: onOffer,
  active: onOffer,
  closed: (prize, { drawDate }) =>
    `Vendas encerradas: ${prize} será sorteado em ${formatLongDate(drawDate)} pela Loteria Federal.`,
  completed: (prize, { drawDate }) =>
    `Rifa sorteada em ${formatLongDate(drawDate)} pela Loteria Federal. Prêmio: ${prize}.`,
  cancelled: (prize) => `Rifa cancelada, com o dinheiro devolvido a quem comprou. Prêmio: ${prize}.`,
};

function describeRifa(rifa: RifaDetail | null, publicUrl: string) {
  if (!rifa)
    return describePage(
      { title: 'Rifa não encontrada', description: 'Esta rifa não está mais disponível.', index: false },
      '',
    );
  const prize = rifa.prizeName ?? rifa.title;
  return describePage(
    {
      title: rifa.title,
      description: descriptions[rifa.status](prize, rifa),
      // Chats show no SVG: each picture has a PNG of 1200 × 630 beside it.
      image: rifa.image.replace(/\.svg$/, '.png'),
      path: links.rifa(rifa.id),
    },
    publicUrl,
  );
}

export default function RifaPage({ loaderData }: Route.ComponentProps) {
  return (
    <HydrationBoundary state={loaderData?.dehydratedState}>
      <Rifa />
    </HydrationBoundary>
  );
}

function Rifa() {
  const { id = '' } = useParams();
  const site = useRouteLoaderData<typeof rootLoader>('root');
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
      tiers={tiers.data ?? []}
      url={`${site?.publicUrl ?? ''}${links.rifa(id)}`}
      drawNumbers={(quantity) => wishNumbers(id, quantity, found.totalNumbers)}
      onAddToCart={(choice) => {
        cartStore.add(cartItem(found, choice));
        panel.setOpen(true);
        return Promise.resolve({ success: true });
      }}
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
