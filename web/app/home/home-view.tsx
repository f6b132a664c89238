import { useQuery } from '../fetching/deferred-cache/use-query.tsx';
import { Suspense } from 'react';
import { useSession } from '../session/session.ts';
import { queries } from '../api.ts';
import { ErrorState } from '../ui/states.tsx';
import { Hero } from './hero.tsx';
import { RealShopStats } from '../rifas/stats/real-shop-stats.tsx';
import { RifaListLoading } from '../rifas/list/rifa-list-loading.tsx';
import { lazyComponent } from '../ui/loading/lazy-component.ts';

/** Loads immediately, without delaying the page. */
const RifaList = lazyComponent(
  () => import('../rifas/list/rifa-list.tsx').then((module) => ({ default: module.RifaList })),
  'now',
);

/** Only for signed-in buyers. */
const PersonalBlock = lazyComponent(() => import('./personal-block.tsx'));

/** Below the first screen: hydrated after the rest of the page. */
const TrustStatistics = lazyComponent(() =>
  import('../social-proof/trust-statistics.tsx').then((module) => ({ default: module.TrustStatistics })),
);
const DrawPromise = lazyComponent(() =>
  import('../rifas/detail/draw-promise.tsx').then((module) => ({ default: module.DrawPromise })),
);
const Testimonials = lazyComponent(() =>
  import('../social-proof/testimonials.tsx').then((module) => ({ default: module.Testimonials })),
);
const CallToAction = lazyComponent(() =>
  import('./call-to-action.tsx').then((module) => ({ default: module.CallToAction })),
);

/**
 * Reads neither session nor queries itself; its parts do. Re-rendering a Suspense boundary before it hydrates would
 * discard its server-rendered HTML.
 */
export function HomeView() {
  return (
    <main id="conteudo" className="group/page">
      <Hero />
      <div className="grid grid-cols-1 gap-6 pt-3 sm:gap-20 sm:pt-10 lg:gap-28 lg:pt-14">
        <Personal />
        <div id="rifas" className="shell grid grid-cols-1 gap-6 sm:gap-16">
          <Suspense fallback={<RifaListLoading />}>
            <ShopWindow />
          </Suspense>
        </div>
        <Suspense>
          <TrustStatistics />
        </Suspense>
        <RealShopStats kind="grid" />
        <Suspense>
          <DrawPromise />
        </Suspense>
        <Suspense>
          <Testimonials />
        </Suspense>
        <Suspense>
          <CallToAction />
        </Suspense>
      </div>
    </main>
  );
}

function Personal() {
  const session = useSession();
  if (session.status !== 'signed-in') return null;
  return (
    <Suspense>
      <PersonalBlock name={session.name} />
    </Suspense>
  );
}

function ShopWindow() {
  const { data, isError, refetch } = useQuery(queries.rifas.list.queryOptions());
  if (data) return <RifaList rifas={data} />;
  if (!isError) return <RifaListLoading />;
  return (
    <ErrorState title="Não foi possível carregar as rifas." onRetry={() => refetch()}>
      Ocorreu um erro inesperado. Tente novamente.
    </ErrorState>
  );
}
