import type { MetaDescriptor } from 'react-router';
import { untilDrawCheck } from '@mare/domain/draws/until-draw-check.ts';
import { links } from '../../links.ts';
import { describePage } from '../../document/page-meta.ts';
import { prefetchEntityInBrowser } from '../../fetching/prefetch.ts';
import { prefetchEntityOnServer } from '../../fetching/prefetch-on-server.ts';
import { siteFacts } from '../../document/site-facts.ts';
import { lazyBoundary } from '../../ui/loading/lazy-boundary.tsx';
import { lazyComponent } from '../../ui/loading/lazy-component.ts';
import { PageLoading } from '../../ui/loading/list-loading.tsx';
import type { Route } from './+types/draw-audit-page.ts';
import { LoadedDraw, nameOfDraw, wantedDraw } from '../loaded-draw.tsx';
import { serverNow } from '../../ui/server-clock.ts';

/** Hydrated after the frame of the site. Loads immediately, without delaying it. */
const DrawAuditView = lazyBoundary(
  lazyComponent(() => import('./draw-audit-view.tsx'), 'now'),
  <PageLoading />,
);

export const loader = ({ context, params }: Route.LoaderArgs) =>
  prefetchEntityOnServer(context, wantedDraw(params.rifaId));

export const clientLoader = ({ params }: Route.ClientLoaderArgs) =>
  prefetchEntityInBrowser(wantedDraw(params.rifaId));

export function meta({ loaderData, matches, params }: Route.MetaArgs): MetaDescriptor[] {
  return describePage(
    {
      title: nameOfDraw('Sorteio', loaderData),
      description:
        'A história do sorteio passo a passo: lista lacrada antes da extração, prêmios da Loteria Federal e a conta que você refaz no seu aparelho.',
      path: links.draw(params.rifaId),
      image: links.sharingPicture(params.rifaId),
    },
    siteFacts(matches),
  );
}

export default function DrawPage({ loaderData }: Route.ComponentProps) {
  return (
    <LoadedDraw
      loaderData={loaderData}
      pollInterval={({ awaits, rifa: { drawDate } }) => untilDrawCheck({ awaits, drawDate }, serverNow())}
    >
      {(audit) => <DrawAuditView audit={audit} />}
    </LoadedDraw>
  );
}
