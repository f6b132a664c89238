import { HydrationBoundary, useQuery } from '../../fetching/deferred-cache/use-query.tsx';
import { type MetaDescriptor, useSearchParams } from 'react-router';
import { type ApiQueries, queries } from '../../api.ts';
import { links } from '../../links.ts';
import { describePage } from '../../document/page-meta.ts';
import { prefetchInBrowser } from '../../fetching/prefetch.ts';
import { prefetchOnServer } from '../../fetching/prefetch-on-server.ts';
import { siteFacts, useIsDemo } from '../../document/site-facts.ts';
import { LinkButton } from '../../ui/button.tsx';
import { PageIntro } from '../../ui/page-intro.tsx';
import { readPageNumber } from '../../ui/navigation/page-number.ts';
import { Pagination } from '../../ui/navigation/pagination.tsx';
import { lazyBoundary } from '../../ui/loading/lazy-boundary.tsx';
import { lazyComponent } from '../../ui/loading/lazy-component.ts';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import type { Route } from './+types/results-page.ts';
import { WinnerCardSkeleton } from './winner-card-skeleton.tsx';

/** Hydrated after the rest of the page, because its links work without hydration. */
const WinnerCard = lazyBoundary(
  lazyComponent(() => import('./winner-card.tsx')),
  <WinnerCardSkeleton />,
);

const pageQueries = (page: number) => (api: ApiQueries) => [
  api.draws.winners.queryOptions({ input: { page } }),
];

export const loader = ({ context, request }: Route.LoaderArgs) =>
  prefetchOnServer(context, pageQueries(readPageNumber(new URL(request.url).searchParams)));

export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  prefetchInBrowser(pageQueries(readPageNumber(new URL(request.url).searchParams)));

export function meta({ matches, location }: Route.MetaArgs): MetaDescriptor[] {
  return describePage(
    {
      title: 'Resultados',
      description:
        'Quem ganhou as rifas da {loja}: número sorteado, prêmio e data de cada sorteio pela Loteria Federal.',
      path: links.results(readPageNumber(new URLSearchParams(location.search))),
      image: 'shop',
    },
    siteFacts(matches),
  );
}

export default function ResultsPage({ loaderData }: Route.ComponentProps) {
  const isDemo = useIsDemo();
  return (
    <HydrationBoundary state={loaderData?.dehydratedState}>
      <main id="conteudo">
        <PageIntro title="Resultados" icon="trophy">
          <p>
            Quem a maré já levou até o prêmio.{' '}
            {isDemo
              ? 'Nesta demonstração, os sorteios de exemplo usam extrações de uma loteria simulada.'
              : 'Cada ganhador saiu de uma extração da Loteria Federal.'}
          </p>
        </PageIntro>
        <div className="shell pt-12">
          <Winners />
        </div>
      </main>
    </HydrationBoundary>
  );
}

function Winners() {
  const page = readPageNumber(useSearchParams()[0]);
  const { data, isError, refetch } = useQuery(queries.draws.winners.queryOptions({ input: { page } }));
  if (!data && isError) return <ErrorState title="Erro ao carregar resultados" onRetry={() => refetch()} />;
  if (data?.winners.length === 0)
    return (
      <EmptyState
        icon="trophy"
        title="Nenhum sorteio realizado ainda"
        action={<LinkButton to={links.home()}>Ver Rifas</LinkButton>}
      >
        Assim que a primeira rifa for sorteada, o resultado aparece aqui.
      </EmptyState>
    );
  return (
    <div className="grid gap-12">
      <ul className="grid gap-x-6 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
        {data
          ? data.winners.map((winner, place) => (
              <li key={winner.id}>
                <WinnerCard winner={winner} first={place === 0} />
              </li>
            ))
          : [1, 2, 3].map((place) => (
              <li key={place}>
                <WinnerCardSkeleton />
              </li>
            ))}
      </ul>
      {data && (
        <Pagination label="Páginas de resultados" page={page} pages={data.pages} hrefFor={links.results} />
      )}
    </div>
  );
}
