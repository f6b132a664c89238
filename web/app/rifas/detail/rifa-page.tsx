import { HydrationBoundary } from '../../fetching/deferred-cache/use-query.tsx';
import { RifaLoading } from '../../rifa-display/rifa-loading.tsx';
import { lazyBoundary } from '../../ui/loading/lazy-boundary.tsx';
import { lazyComponent } from '../../ui/loading/lazy-component.ts';
import type { Route } from './+types/rifa-page.ts';
import { loadRifaWithCart, readRifa } from './rifa-route.ts';

export { loader } from './rifa-loader.ts';
export { meta } from './rifa-route.ts';

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => readRifa(params.id, loadRifaWithCart);

/** Hydrated after the frame of the site. Loads immediately, without delaying it. */
const RifaWithCart = lazyBoundary(lazyComponent(loadRifaWithCart, 'now'), <RifaLoading />);

/** Page of a rifa for visitors without an account. Its purchase panel fills the cart. */
export default function RifaPage({ loaderData }: Route.ComponentProps) {
  return (
    <HydrationBoundary state={loaderData?.dehydratedState}>
      <RifaWithCart hasTitle={Boolean(loaderData?.found)} isMissing={loaderData?.found === null} />
    </HydrationBoundary>
  );
}
