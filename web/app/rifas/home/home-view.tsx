import type { RifaSummary } from '@mare/contract/rifas/rifas.ts';
import { type ReactNode, Suspense } from 'react';
import { links } from '../../links.ts';
import { LinkButton } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Jangada } from './beach-scene.tsx';
import { Hero } from './hero.tsx';
import { RealFigure } from '../real-figure.tsx';
import { RifaListLoading } from '../rifa-list-loading.tsx';
import { latePart } from '../../ui/late-part.ts';

/** On its way as soon as the page is, without holding it up. */
const RifaList = latePart(
  () => import('../rifa-list.tsx').then((module) => ({ default: module.RifaList })),
  'now',
);

/** Below the first screen, these may come alive after it. */
const TrustStatistics = latePart(() =>
  import('../../social-proof/trust-statistics.tsx').then((module) => ({ default: module.TrustStatistics })),
);
const DrawPromise = latePart(() =>
  import('../detail/draw-promise.tsx').then((module) => ({ default: module.DrawPromise })),
);
const Testimonials = latePart(() =>
  import('../../social-proof/testimonials.tsx').then((module) => ({ default: module.Testimonials })),
);

interface HomePageProps {
  /** The first one is featured. Undefined while loading. */
  rifas: RifaSummary[] | undefined;
  failed?: boolean;
  onRetry?: () => void;
  /** For somebody signed in. */
  personal?: ReactNode;
}

export function HomePage({ rifas, failed = false, onRetry, personal }: HomePageProps) {
  return (
    <main id="conteudo">
      <Hero />
      <div className="grid gap-20 pt-10 lg:gap-28 lg:pt-14">
        {personal}
        <div id="rifas" className="shell grid gap-16">
          {failed && (
            <ErrorState title="Não foi possível carregar as rifas." onRetry={onRetry}>
              Ocorreu um erro inesperado. Tente novamente.
            </ErrorState>
          )}
          {!failed && (
            <Suspense fallback={<RifaListLoading />}>
              {rifas ? <RifaList rifas={rifas} /> : <RifaListLoading />}
            </Suspense>
          )}
        </div>
        <Suspense>
          <TrustStatistics />
        </Suspense>
        <RealFigure kind="grid" />
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
