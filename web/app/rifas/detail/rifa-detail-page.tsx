import { HydrationBoundary } from '../../fetching/deferred-cache/use-query.tsx';
import { RifaLoading } from '../../rifa-display/rifa-loading.tsx';
import { lazyBoundary } from '../../ui/loading/lazy-boundary.tsx';
import { lazyComponent } from '../../ui/loading/lazy-component.ts';
import type { Route } from './+types/rifa-detail-page.ts';
import { loadRifaWithCheckout, readRifa } from './rifa-route.ts';

export { loader } from './rifa-loader.ts';
export { meta } from './rifa-route.ts';

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => readRifa(params.id, loadRifaWithCheckout);

/** Hydrated after the frame of the site. Loads immediately, without delaying it. */
const RifaWithCheckout = lazyBoundary(lazyComponent(loadRifaWithCheckout, 'now'), <RifaLoading />);

/** Public page of a rifa. Its purchase panel checks eligibility and leads to the checkout of this rifa. */
export default function RifaDetailPage({ loaderData }: Route.ComponentProps) {
  return (
    <HydrationBoundary state={loaderData?.dehydratedState}>
      <RifaWithCheckout hasTitle={Boolean(loaderData?.found)} isMissing={loaderData?.found === null} />
    </HydrationBoundary>
  );
}
