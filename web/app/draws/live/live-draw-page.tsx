import { HydrationBoundary, useQuery } from '@tanstack/react-query';
import { type MetaDescriptor, useParams } from 'react-router';
import type { DrawAudit } from '@mare/contract/draws/draw-audit.ts';
import { extractionLabel } from '@mare/domain/draws/extraction-label.ts';
import { type ApiQueries, queries } from '../../api.ts';
import { describePage } from '../../document/page-meta.ts';
import { useRootData } from '../../document/root-data.ts';
import { siteFacts } from '../../document/site-facts.ts';
import { prefetchInBrowser, prefetchOrNotFound } from '../../fetching/prefetch.ts';
import { links } from '../../links.ts';
import { isApiError } from '../../messages.ts';
import { CancelReasonText } from '../../rifa-display/cancel-reason-text.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { shareLink } from '../../ui/share-link.ts';
import { EmptyState, ErrorState, Spinner } from '../../ui/states.tsx';
import { isReopened } from '../draw-labels.ts';
import { stageOf } from '../draw-stage.ts';
import type { Route } from './+types/live-draw-page.ts';
import { Audience } from './audience.tsx';
import { BeforeDraw } from './before-draw.tsx';
import { DrawReplay } from './draw-replay.tsx';

/** Somebody who watches wants to know at once. */
const ASKS_EVERY_MS = 10_000;

const wanted = (rifaId: string) => (api: ApiQueries) => [api.draws.audit.queryOptions({ input: { rifaId } })];

export const loader = ({ context, params }: Route.LoaderArgs) =>
  prefetchOrNotFound(context, wanted(params.rifaId));

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  await prefetchInBrowser(wanted(params.rifaId));
  return { dehydratedState: undefined, missing: false };
}

export function meta({ matches, params }: Route.MetaArgs): MetaDescriptor[] {
  return describePage(
    {
      title: 'Sorteio ao vivo',
      description:
        'Acompanhe o sorteio pela Loteria Federal, algarismo por algarismo, e veja o seu aparelho refazer a conta.',
      path: links.liveDraw(params.rifaId),
      image: links.sharingPicture(params.rifaId),
    },
    siteFacts(matches),
  );
}

export default function LiveDrawPage({ loaderData }: Route.ComponentProps) {
  return (
    <HydrationBoundary state={loaderData?.dehydratedState}>
      <main id="conteudo" className="shell py-6 sm:py-10">
        {loaderData?.missing ? <DrawNotFound /> : <LiveDraw />}
      </main>
    </HydrationBoundary>
  );
}

function LiveDraw() {
  const { rifaId = '' } = useParams();
  const audit = useQuery({
    ...queries.draws.audit.queryOptions({ input: { rifaId } }),
    refetchInterval: ({ state: { data } }) => data !== undefined && isAwaited(data) && ASKS_EVERY_MS,
  });
  if (audit.data) return <Stage audit={audit.data} />;
  if (audit.isPending) return <Spinner className="min-h-[60svh]" />;
  if (isApiError(audit.error, 'NOT_FOUND')) return <DrawNotFound />;
  return <ErrorState level={1} title="Erro ao carregar o sorteio" onRetry={() => void audit.refetch()} />;
}

function isAwaited({ rifa, draws }: DrawAudit): boolean {
  return rifa.status === 'closed' || rifa.status === 'active' || isReopened(draws);
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

function Stage({ audit }: { audit: DrawAudit }) {
  const { rifa, draws } = audit;
  const publicUrl = useRootData()?.publicUrl ?? '';
  const draw = isReopened(draws) ? undefined : draws.at(-1);
  return (
    <div className="mx-auto grid max-w-3xl gap-6">
      <header className="grid gap-2">
        <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm text-ink-soft">
          {rifa.status !== 'cancelled' && (
            <span>Sorteio pela {extractionLabel(rifa.drawExtraction, new Date(rifa.drawDate))}</span>
          )}
          {rifa.status !== 'cancelled' && <Audience rifaId={rifa.id} />}
        </p>
        <h1 className="text-3xl">{rifa.title}</h1>
        {!draw && <p className="text-lg text-ink-soft">{stageOf(audit).sentence}</p>}
        {rifa.cancellation && <CancelReasonText cancellation={rifa.cancellation} />}
      </header>
      {draw ? (
        // A corrected draw is a new show.
        <DrawReplay key={draw.version} audit={audit} draw={draw} />
      ) : (
        rifa.status !== 'cancelled' && <BeforeDraw audit={audit} />
      )}
      <div className="flex flex-wrap gap-3">
        {rifa.status !== 'cancelled' && (
          <Button
            variant="outline"
            icon="share"
            onClick={() =>
              void shareLink(
                draw ? `Veja como foi o sorteio: ${rifa.title}` : `Acompanhe comigo o sorteio: ${rifa.title}`,
                `${publicUrl}${links.liveDraw(rifa.id)}`,
              )
            }
          >
            {draw ? 'Mostrar para os amigos' : 'Chamar os amigos'}
          </Button>
        )}
        <LinkButton variant="quiet" icon="shield" to={links.draw(rifa.id)}>
          Ver todas as provas
        </LinkButton>
      </div>
    </div>
  );
}
