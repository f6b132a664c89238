import { HydrationBoundary } from '@tanstack/react-query';
import { ParticipationPanel } from '../../purchase/choose/participation-panel.tsx';
import type { Route } from './+types/rifa-detail-page.ts';
import { RifaView } from './rifa-view.tsx';

export { clientLoader, loader, meta } from './rifa-route.ts';

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
