import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useSession } from '../session/session.ts';
import { queries } from '../api.ts';
import { links } from '../links.ts';
import { LinkButton } from '../ui/button.tsx';
import { ErrorState } from '../ui/states.tsx';
import { Jangada } from '../ui/style/beach-scene.tsx';
import { Hero } from './hero.tsx';
import { RealShopStats } from '../rifas/stats/real-shop-stats.tsx';
import { RifaListLoading } from '../rifas/list/rifa-list-loading.tsx';
import { lazyComponent } from '../ui/lazy-component.ts';

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

/**
 * Reads neither session nor queries itself; its parts do. Re-rendering a Suspense boundary before it hydrates would
 * discard its server-rendered HTML.
 */
export function HomeView() {
  return (
    <main id="conteudo">
      <Hero />
      <div className="grid gap-20 pt-10 lg:gap-28 lg:pt-14">
        <Personal />
        <div id="rifas" className="shell grid gap-16">
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
        <CallToAction />
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
    <ErrorState title="Não foi possível carregar as rifas." onRetry={() => void refetch()}>
      Ocorreu um erro inesperado. Tente novamente.
    </ErrorState>
  );
}

function CallToAction() {
  return (
    <section aria-labelledby="call-title" className="shell">
      <div className="relative isolate overflow-hidden rounded-xl bg-deep px-6 py-12 text-on-deep sm:px-12 sm:py-16">
        <Jangada className="absolute -right-10 -bottom-16 -z-1 w-64 opacity-30 sm:right-8 sm:w-80 sm:opacity-100" />
        <h2 id="call-title" className="text-3xl">
          Pronto para ganhar?
        </h2>
        <p className="mt-3 max-w-md text-on-deep-soft">
          Em seis passos você entende como escolher, pagar e acompanhar o sorteio.
        </p>
        <LinkButton to={links.howToTakePart()} variant="sun" size="lg" className="mt-7">
          Como Participar
        </LinkButton>
      </div>
    </section>
  );
}
