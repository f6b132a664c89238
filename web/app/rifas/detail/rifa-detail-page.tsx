import { HydrationBoundary } from '../../fetching/deferred-cache/use-query.tsx';
import { ParticipationPanel } from '../../purchase/choose/participation-panel.tsx';
import type { Route } from './+types/rifa-detail-page.ts';
import { RifaView } from './rifa-view.tsx';

export { loader } from './rifa-loader.ts';
export { clientLoader, meta } from './rifa-route.ts';

/** Public page of a rifa. Its purchase panel checks eligibility and leads to the checkout of this rifa. */
export default function RifaDetailPage({ loaderData }: Route.ComponentProps) {
  return (
    <HydrationBoundary state={loaderData?.dehydratedState}>
      <RifaView
        hasTitle={Boolean(loaderData?.found)}
        isMissing={loaderData?.found === null}
        onFailure="redirect"
        Purchase={ParticipationPanel}
      />
    </HydrationBoundary>
  );
}
