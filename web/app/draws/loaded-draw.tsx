/** Loading of a draw, for its pages. */
import { HydrationBoundary, useQuery } from '../fetching/deferred-cache/use-query.tsx';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import type { DrawAudit } from '@mare/contract/draws/draw-audit.ts';
import { type ApiQueries, queries } from '../api.ts';
import type { LoadedEntity } from '../fetching/prefetch.ts';
import { links } from '../links.ts';
import { isApiError } from '../fetching/failures/is-api-error.ts';
import { LinkButton } from '../ui/button.tsx';
import { PageLoading } from '../ui/loading/list-loading.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';

export const wantedDraw = (rifaId: string) => (api: ApiQueries) =>
  [api.draws.audit.queryOptions({ input: { rifaId } })] as const;

type LoadedDrawData = LoadedEntity<DrawAudit>;

/** Title with the prize for previews of shared links: 'Sorteio: Moto'. */
export function nameOfDraw(kind: string, loaderData: LoadedDrawData | undefined): string {
  const title = loaderData?.found?.rifa.title;
  return title ? `${kind}: ${title}` : kind;
}

interface LoadedDrawProps {
  /** Null before the first load. */
  loaderData: LoadedDrawData | undefined;
  /** Delay (ms) until the page fetches again; false for never. */
  pollInterval: (audit: DrawAudit) => number | false;
  children: (audit: DrawAudit) => ReactNode;
}

/** The draw of the URL, or its loading or error state. */
export function LoadedDraw({ loaderData, ...rest }: LoadedDrawProps) {
  return (
    <HydrationBoundary state={loaderData?.dehydratedState}>
      <main id="conteudo" className="shell py-8 sm:py-12">
        {loaderData?.found === null ? <DrawNotFound /> : <Draw {...rest} />}
      </main>
    </HydrationBoundary>
  );
}

function Draw({ pollInterval, children }: Omit<LoadedDrawProps, 'loaderData'>) {
  const { rifaId = '' } = useParams();
  const audit = useQuery({
    ...queries.draws.audit.queryOptions({ input: { rifaId } }),
    refetchInterval: ({ state: { data } }) => data !== undefined && pollInterval(data),
  });
  if (audit.data) return children(audit.data);
  if (audit.isPending) return <PageLoading />;
  if (isApiError(audit.error, 'NOT_FOUND')) return <DrawNotFound />;
  return <ErrorState level={1} title="Erro ao carregar resultados" onRetry={() => audit.refetch()} />;
}

function DrawNotFound() {
  return (
    <EmptyState
      icon="search"
      title="Sorteio não encontrado"
      level={1}
      action={<LinkButton to={links.results()}>Ver resultados</LinkButton>}
    >
      Confira o endereço, ou procure a rifa entre os resultados.
    </EmptyState>
  );
}
