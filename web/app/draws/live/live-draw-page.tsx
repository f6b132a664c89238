import { useState } from 'react';
import type { MetaDescriptor } from 'react-router';
import type { DrawAudit } from '@mare/contract/draws/draw-audit.ts';
import { describePage } from '../../document/page-meta.ts';
import { useRootData } from '../../document/root-data.ts';
import { siteFacts } from '../../document/site-facts.ts';
import { prefetchEntityInBrowser } from '../../fetching/prefetch.ts';
import { prefetchEntityOnServer } from '../../fetching/prefetch-on-server.ts';
import { links } from '../../links.ts';
import { CancelReasonText } from '../../rifa-display/cancel-reason-text.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { shareLink } from '../../ui/share-link.ts';
import { decidingExtractionLabel, isReopened } from '../draw-labels.ts';
import { stageOf } from '../draw-stage.ts';
import { LoadedDraw, nameOfDraw, wantedDraw } from '../loaded-draw.tsx';
import type { Route } from './+types/live-draw-page.ts';
import { Audience } from './audience.tsx';
import { BeforeDraw } from './before-draw.tsx';
import { DrawNews } from './draw-news.tsx';
import { DrawReplay } from './draw-replay.tsx';
import { useLiveDraw } from './use-live-draw.ts';

/** Polling interval without an event stream. */
const POLL_MS = 10_000;
/** Polling interval with an event stream, in case an event was lost. */
const FALLBACK_POLL_MS = 60_000;

export const loader = ({ context, params }: Route.LoaderArgs) =>
  prefetchEntityOnServer(context, wantedDraw(params.rifaId));

export const clientLoader = ({ params }: Route.ClientLoaderArgs) =>
  prefetchEntityInBrowser(wantedDraw(params.rifaId));

export function meta({ loaderData, matches, params }: Route.MetaArgs): MetaDescriptor[] {
  return describePage(
    {
      title: nameOfDraw('Sorteio ao vivo', loaderData),
      description:
        'Acompanhe o sorteio pela Loteria Federal, algarismo por algarismo, e veja o seu aparelho refazer a conta.',
      path: links.liveDraw(params.rifaId),
      image: links.sharingPicture(params.rifaId),
    },
    siteFacts(matches),
  );
}

export default function LiveDrawPage({ loaderData }: Route.ComponentProps) {
  const [isStreaming, setIsStreaming] = useState(false);
  return (
    <LoadedDraw
      loaderData={loaderData}
      pollInterval={(audit) => isAwaited(audit) && (isStreaming ? FALLBACK_POLL_MS : POLL_MS)}
    >
      {(audit) => <Stage audit={audit} onStreaming={setIsStreaming} />}
    </LoadedDraw>
  );
}

function isAwaited({ rifa, draws }: DrawAudit): boolean {
  return rifa.status === 'closed' || rifa.status === 'active' || isReopened(draws);
}

interface StageProps {
  audit: DrawAudit;
  onStreaming: (isStreaming: boolean) => void;
}

function Stage({ audit, onStreaming }: StageProps) {
  const { rifa, draws } = audit;
  useLiveDraw(rifa.id, isAwaited(audit), onStreaming);
  const [isOver, setOver] = useState(false);
  const publicUrl = useRootData()?.publicUrl ?? '';
  const draw = isReopened(draws) ? undefined : draws.at(-1);
  return (
    <div className="mx-auto grid max-w-3xl gap-6">
      <header className="grid gap-2">
        <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm text-ink-soft">
          {rifa.status !== 'cancelled' && <span>Sorteio pela {decidingExtractionLabel(audit)}</span>}
          {rifa.status !== 'cancelled' && <Audience rifaId={rifa.id} />}
        </p>
        <h1 className="text-3xl">{rifa.title}</h1>
        {!draw && <p className="text-lg text-ink-soft">{stageOf(audit).sentence}</p>}
        {rifa.cancellation && <CancelReasonText cancellation={rifa.cancellation} />}
      </header>
      <DrawNews audit={audit} draw={draw ?? null} isOver={isOver} />
      {draw ? (
        // A corrected draw is replayed.
        <DrawReplay key={draw.version} audit={audit} draw={draw} onOver={setOver} />
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
