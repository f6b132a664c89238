/** Loading of a draw, for its pages. */
import { type DehydratedState, HydrationBoundary, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import type { DrawAudit } from '@mare/contract/draws/draw-audit.ts';
import { type ApiQueries, queries } from '../api.ts';
import { browserQueryClient } from '../fetching/browser-query-client.ts';
import { prefetchInBrowser } from '../fetching/prefetch.ts';
import { links } from '../links.ts';
import { isApiError } from '../fetching/is-api-error.ts';
import { LinkButton } from '../ui/button.tsx';
import { EmptyState, ErrorState, Spinner } from '../ui/states.tsx';

export const wantedDraw = (rifaId: string) => (api: ApiQueries) => [
  api.draws.audit.queryOptions({ input: { rifaId } }),
];

export async function prefetchDrawInBrowser(rifaId: string) {
  const wanted = wantedDraw(rifaId);
  await prefetchInBrowser(wanted);
  const audit = browserQueryClient().getQueryData(wanted(queries)[0]!.queryKey);
  return { dehydratedState: undefined, missing: false, title: audit?.rifa.title };
}

type LoadedData = LoadedDrawProps['loaderData'] & { title?: string | undefined };

/** 'Sorteio: Moto': a shared link says what is drawn. */
export function nameOfDraw(kind: string, loaderData: LoadedData | undefined): string {
  // On the server the only query is that of the draw.
  const read = loaderData?.dehydratedState?.queries[0]?.state.data as DrawAudit | undefined;
  const title = loaderData?.title ?? read?.rifa.title;
  return title ? `${kind}: ${title}` : kind;
}

interface LoadedDrawProps {
  /** Null before the first load. */
  loaderData: { dehydratedState: DehydratedState | undefined; missing: boolean } | undefined;
  /** Delay (ms) until the page asks again; false for never. */
  askAgain: (audit: DrawAudit) => number | false;
  children: (audit: DrawAudit) => ReactNode;
}

/** The draw that the address names, or what keeps it from being shown. */
export function LoadedDraw({ loaderData, ...rest }: LoadedDrawProps) {
  return (
    <HydrationBoundary state={loaderData?.dehydratedState}>
      <main id="conteudo" className="shell py-8 sm:py-12">
        {loaderData?.missing ? <DrawNotFound /> : <Draw {...rest} />}
      </main>
    </HydrationBoundary>
  );
}

function Draw({ askAgain, children }: Omit<LoadedDrawProps, 'loaderData'>) {
  const { rifaId = '' } = useParams();
  const audit = useQuery({
    ...queries.draws.audit.queryOptions({ input: { rifaId } }),
    refetchInterval: ({ state: { data } }) => data !== undefined && askAgain(data),
  });
  if (audit.data) return children(audit.data);
  if (audit.isPending) return <Spinner className="min-h-[60svh]" />;
  if (isApiError(audit.error, 'NOT_FOUND')) return <DrawNotFound />;
  return <ErrorState level={1} title="Erro ao carregar resultados" onRetry={() => void audit.refetch()} />;
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
