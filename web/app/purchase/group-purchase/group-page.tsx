import { HydrationBoundary, useQuery } from '@tanstack/react-query';
import type { MetaDescriptor } from 'react-router';
import type { GroupPurchase } from '@mare/contract/orders/group-purchases.ts';
import { watchGroupEvery } from '@mare/domain/orders/group-purchases/watch-group.ts';
import { type ApiQueries, queries } from '../../api.ts';
import { describePage } from '../../document/page-meta.ts';
import { siteFacts } from '../../document/site-facts.ts';
import { isErrorResponse } from '../../fetching/failures/is-api-error.ts';
import { prefetchEntityInBrowser } from '../../fetching/prefetch.ts';
import { prefetchEntityOnServer } from '../../fetching/prefetch-on-server.ts';
import { links } from '../../links.ts';
import { SentPageError } from '../../orders/sent-page-error.tsx';
import { ListLoading } from '../../ui/loading/list-loading.tsx';
import type { Route } from './+types/group-page.ts';
import { GroupView } from './group-view.tsx';
import { countParts, progressLabel, previewText } from './group-labels.ts';

const pageQueries = (token: string) => (api: ApiQueries) =>
  [api.orders.group.queryOptions({ input: { token } })] as const;

export const loader = ({ context, params }: Route.LoaderArgs) =>
  prefetchEntityOnServer(context, pageQueries(params.token));

export const clientLoader = ({ params }: Route.ClientLoaderArgs) =>
  prefetchEntityInBrowser(pageQueries(params.token));

export function meta({ loaderData, matches, params }: Route.MetaArgs): MetaDescriptor[] {
  return describeGroup(loaderData?.found ?? null, params.token, siteFacts(matches));
}

/** @param paid parts, part of the URL because chats cache a picture by its URL */
const pictureOf = (token: string, paid: number) =>
  `/og/boloes/${encodeURIComponent(token)}.png?partes=${paid}`;

/** Meta tags of the link's preview, with the number of free parts. */
function describeGroup(
  group: GroupPurchase | null,
  token: string,
  site: Parameters<typeof describePage>[1],
): MetaDescriptor[] {
  if (!group)
    return describePage({ title: 'Bolão', description: 'Compre cotas com amigos.', index: false }, site);
  const { name } = group;
  return describePage(
    {
      title: name,
      // The tab stays open while parts are paid.
      sharedTitle: `${name}: ${progressLabel(group).toLowerCase()}`,
      description: previewText(group),
      image: pictureOf(token, countParts(group, 'paid')),
      path: links.group(token),
      index: false,
    },
    site,
  );
}

export default function GroupPage({ loaderData, params }: Route.ComponentProps) {
  return (
    <HydrationBoundary state={loaderData?.dehydratedState}>
      <LoadedGroup token={params.token} />
    </HydrationBoundary>
  );
}

function LoadedGroup({ token }: { token: string }) {
  const found = useQuery({
    ...queries.orders.group.queryOptions({ input: { token } }),
    // The server renders without a session.
    staleTime: 0,
    refetchInterval: ({ state }) => !!state.data && watchGroupEvery(state.data),
  });
  return (
    <main id="conteudo" className="shell py-6 sm:py-12">
      {found.isPending && <ListLoading />}
      {found.isError && !found.data && (
        <SentPageError
          error={found.error}
          icon="users"
          notFound="Bolão não encontrado."
          failed="Não foi possível carregar o bolão."
          onRetry={() => found.refetch()}
        />
      )}
      {found.data && (
        <GroupView
          group={found.data}
          isRead={found.isFetchedAfterMount && !found.isRefetchError}
          isOffline={found.isPaused || (found.isRefetchError && !isErrorResponse(found.error))}
          isShopAway={found.isRefetchError && isErrorResponse(found.error)}
        />
      )}
    </main>
  );
}
