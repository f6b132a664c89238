import { HydrationBoundary } from '../../fetching/deferred-cache/use-query.tsx';
import { AddToCartPanel } from '../../purchase/choose/add-to-cart-panel.tsx';
import type { Route } from './+types/rifa-page.ts';
import { RifaView } from './rifa-view.tsx';

export { loader } from './rifa-loader.ts';
export { clientLoader, meta } from './rifa-route.ts';

/** Page of a rifa for visitors without an account. Its purchase panel fills the cart. */
export default function RifaPage({ loaderData }: Route.ComponentProps) {
  return (
    <HydrationBoundary state={loaderData?.dehydratedState}>
      <RifaView
        hasTitle={Boolean(loaderData?.found)}
        isMissing={loaderData?.found === null}
        onFailure="retry"
        Purchase={AddToCartPanel}
      />
    </HydrationBoundary>
  );
}
