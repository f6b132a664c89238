import type { RifaDetail } from '@mare/contract/rifas/rifa-detail.ts';
import { extractionLabel, momentLabel } from '@mare/domain/draws/lottery/extraction-label.ts';
import { MAX_POSTPONEMENTS, POSTPONED_DAYS } from '@mare/domain/rifas/lifecycle/end-of-sales.ts';
import { untilSalesCheck } from '@mare/domain/rifas/lifecycle/sales-end.ts';
import { sellingStage, soldPercent } from '@mare/domain/rifas/scarcity.ts';
import { useQuery } from '../../fetching/deferred-cache/use-query.tsx';
import { type ComponentType, type ReactNode, Suspense, useEffect } from 'react';
import { useParams, useRevalidator } from 'react-router';
import { queries } from '../../api.ts';
import { recordStep } from '../../experiments/record-step.ts';
import { formatInteger } from '../../format.ts';
import { CONNECTION_FAILED } from '../../fetching/failures/connection-failed.ts';
import { isApiError, isUnavailable } from '../../fetching/failures/is-api-error.ts';
import { RedirectHome, RifaLoading, RifaNotFound } from '../../rifa-display/rifa-loading.tsx';
import { StatsBar } from '../../social-proof/stats-bar.tsx';
import { UrgencyBanner } from '../../social-proof/urgency-banner.tsx';
import { Viewers } from '../../social-proof/viewers.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { classNames } from '../../ui/style/class-names.ts';
import { useLocalMoment } from '../../rifa-display/use-local-moment.ts';
import { DrawCountdown } from '../draw-countdown.tsx';
import { PriceBadge } from '../price-badge.tsx';
import { sellingMessages } from '../../rifa-display/rifa-status.ts';
import { RifaStatusBadge } from '../../rifa-display/rifa-status-badge.tsx';
import { RealShopStats } from '../stats/real-shop-stats.tsx';
import type { NotOnSaleMode } from './not-on-sale.tsx';
import { RichText } from '../rich-text.tsx';
import { SoldProgress } from '../sold-progress.tsx';
import { RifaPicture } from '../../rifa-display/rifa-picture.tsx';
import { hiddenWhileResting } from '../../purchase/resting.tsx';
import { lazyBoundary } from '../../ui/loading/lazy-boundary.tsx';
import { lazyComponent } from '../../ui/loading/lazy-component.ts';
import { serverNow } from '../../ui/server-clock.ts';

const belowPurchase = () => import('./below-purchase.tsx');
/** Below the first screen, or not needed to read it: hydrated after the rest of the page. */
const Prizes = lazyBoundary(
  lazyComponent(() => belowPurchase().then((module) => ({ default: module.PrizeList })), 'now'),
);
const Own = lazyBoundary(
  lazyComponent(() => belowPurchase().then((module) => ({ default: module.OwnHolding })), 'now'),
);
const Record = lazyBoundary(
  lazyComponent(() => belowPurchase().then((module) => ({ default: module.RifaRecord })), 'now'),
);
const End = lazyBoundary(
  lazyComponent(() => belowPurchase().then((module) => ({ default: module.RifaEnd })), 'now'),
);
const ExpressBar = lazyBoundary(
  lazyComponent(() => belowPurchase().then((module) => ({ default: module.ExpressBar })), 'now'),
);
const GroupStart = lazyBoundary(
  lazyComponent(() => belowPurchase().then((module) => ({ default: module.GroupStartButton })), 'now'),
);
const PeopleBuying = lazyBoundary(
  lazyComponent(
    () => import('../../social-proof/people-buying.tsx').then((module) => ({ default: module.PeopleBuying })),
    'now',
  ),
);
const gallery = () => import('./gallery.tsx');
const Slides = lazyBoundary(lazyComponent(() => gallery().then((module) => ({ default: module.Slides }))));
const GalleryControls = lazyBoundary(
  lazyComponent(() => gallery().then((module) => ({ default: module.GalleryControls }))),
);
const LoadFailed = lazyComponent(() => import('./load-failed.tsx'));
const NotOnSale = lazyBoundary(lazyComponent(() => import('./not-on-sale.tsx')));
const LiveActivity = lazyBoundary(
  lazyComponent(() =>
    import('../../social-proof/live-activity.tsx').then((module) => ({ default: module.LiveActivity })),
  ),
);

export interface RifaState {
  /** Whether the page's title already names the rifa. */
  hasTitle: boolean;
  /** The rifa was not found by the loader. */
  isMissing: boolean;
}

interface RifaViewProps extends RifaState {
  /** Behaviour when the rifa does not load: offer a retry, or go to the home page. During an outage always a retry. */
  onFailure: 'retry' | 'redirect';
  /** The panel that starts a purchase, shown while cotas are on sale. */
  Purchase: ComponentType<{ rifa: RifaDetail }>;
  /** Before the publication, for the team: nothing can be bought or shared, and visits are not counted. */
  isPreview?: boolean;
}

/** The page of the rifa in the URL. */
export function RifaView({ hasTitle, isMissing, onFailure, Purchase, isPreview = false }: RifaViewProps) {
  const { id = '' } = useParams();
  const {
    data: rifa,
    error,
    isError,
    refetch,
  } = useQuery({
    ...queries.rifas.find.queryOptions({ input: { id } }),
    // The buttons disappear when the sales end, without a reload.
    refetchInterval: ({ state: { data: shown } }) => !!shown && untilSalesCheck(shown, serverNow()),
  });
  const isLoaded = Boolean(rifa);
  useTitleOfLoadedRifa(isLoaded && !hasTitle);
  useEffect(() => {
    if (isLoaded && !isPreview) recordStep('view');
  }, [isLoaded, isPreview]);
  if (isMissing || isApiError(error, 'NOT_FOUND')) return <RifaNotFound />;
  if (!rifa && !isError) return <RifaLoading />;
  if (!rifa && onFailure === 'redirect' && !isUnavailable(error)) return <RedirectHome />;
  if (!rifa)
    return (
      <main id="conteudo">
        <Suspense fallback={error instanceof TypeError && <ErrorState level={1} title={CONNECTION_FAILED} />}>
          <LoadFailed error={error} onRetry={() => refetch()} />
        </Suspense>
      </main>
    );
  const mode = pageMode(rifa);
  const selling = rifa.status === 'active';
  return (
    <main id="conteudo" className="group/page flex flex-col">
      {selling && (
        <Invitation>
          <UrgencyBanner soldPercent={soldPercent(rifa.soldNumbers, rifa.totalNumbers)} />
        </Invitation>
      )}
      {/* On a phone the shop's statistics are below the rifa. */}
      <div className="max-lg:order-1 max-lg:mt-12">
        <StatsBar hasCaption={!selling} />
        <RealShopStats kind="strip" />
      </div>
      <div className="shell grid gap-x-12 gap-y-8 pt-6 lg:grid-cols-[1.2fr_1fr] lg:grid-rows-[auto_1fr] lg:pt-10">
        <Presentation rifa={rifa} />
        <div className="grid content-start gap-4 lg:row-span-2">
          {selling && (
            <Invitation className="max-lg:order-1">
              <PeopleBuying />
              <RealShopStats kind="buying" />
            </Invitation>
          )}
          <ProgressCard rifa={rifa} />
          <DrawCard rifa={rifa} />
          {mode === 'on-sale' ? (
            <div inert={isPreview}>
              <Purchase rifa={rifa} />
              <Invitation>
                <GroupStart rifa={rifa} />
              </Invitation>
            </div>
          ) : (
            <NotOnSale rifa={rifa} mode={mode} />
          )}
          {/* Below the purchase panel: it renders late, and must not move a button while it is pressed. */}
          {!isPreview && <Own rifaId={rifa.id} totalNumbers={rifa.totalNumbers} />}
        </div>
        <div className="grid content-start gap-10">
          <Prizes prizes={rifa.prizes} />
          <Record rifa={rifa} isPreview={isPreview} />
        </div>
      </div>
      <div className="grid gap-20 pt-20 max-lg:order-1">
        <End />
      </div>
      {mode === 'on-sale' && !isPreview && <ExpressBar rifa={rifa} />}
      {selling && (
        <Invitation>
          <LiveActivity />
          <RealShopStats kind="purchases" />
        </Invitation>
      )}
    </main>
  );
}

/** Hidden from buyers who paused their purchases or excluded themselves. */
function Invitation({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={classNames(hiddenWhileResting, 'empty:hidden', className)}>{children}</div>;
}

/** Revalidates the page's `meta` for a rifa loaded after the first render. */
function useTitleOfLoadedRifa(isStale: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (isStale) void revalidate();
  }, [isStale, revalidate]);
}

function pageMode({ status, soldNumbers, totalNumbers }: RifaDetail): 'on-sale' | NotOnSaleMode {
  if (status !== 'active') return status;
  return soldNumbers < totalNumbers ? 'on-sale' : 'sold-out';
}

function Presentation({ rifa }: { rifa: RifaDetail }) {
  const hasGallery = rifa.gallery.length > 0 || rifa.video !== '';
  return (
    <div className="grid content-start gap-5">
      <div className="relative aspect-16/10 overflow-hidden rounded-xl bg-sunken shadow-soft lg:aspect-4/3">
        <section
          {...(hasGallery && { 'aria-label': 'Fotos da rifa', tabIndex: 0 })}
          className="flex size-full snap-x snap-mandatory overflow-x-auto motion-safe:scroll-smooth"
          style={{ scrollbarWidth: 'none' }}
        >
          <RifaPicture
            image={rifa.image}
            sizes="(min-width: 1024px) 40rem, 100vw"
            priority="first"
            className="size-full shrink-0 snap-start"
          />
          {hasGallery && <Slides rifa={rifa} />}
        </section>
        <RifaStatusBadge status={rifa.status} className="absolute top-4 left-4 shadow-soft" />
        <PriceBadge priceCentavos={rifa.priceCentavos} label="Por cota" />
        {hasGallery && <GalleryControls rifa={rifa} />}
      </div>
      <h1 className="text-3xl">{rifa.title}</h1>
      {rifa.status === 'active' && (
        <Invitation>
          <Viewers seed={rifa.id} />
        </Invitation>
      )}
      <RichText text={rifa.description} className="text-ink-soft sm:text-lg" />
    </div>
  );
}

function ProgressCard({ rifa }: { rifa: RifaDetail }) {
  if (rifa.status === 'cancelled') return null;
  const stage = sellingStage(soldPercent(rifa.soldNumbers, rifa.totalNumbers));
  return (
    <Card padded className="grid gap-3">
      <SoldProgress soldNumbers={rifa.soldNumbers} totalNumbers={rifa.totalNumbers} />
      {(rifa.status === 'active' || stage === 'sold-out') && (
        <p className="flex flex-wrap justify-between gap-x-4 text-sm">
          <span className={`font-semibold ${hiddenWhileResting}`}>{sellingMessages[stage]}</span>
          {stage !== 'sold-out' && (
            <span className="text-ink-soft">
              Restam {formatInteger(rifa.totalNumbers - rifa.soldNumbers)} números
            </span>
          )}
        </p>
      )}
    </Card>
  );
}

function DrawCard({ rifa }: { rifa: RifaDetail }) {
  const { drawDate, drawExtraction, status } = rifa;
  const local = useLocalMoment(drawDate);
  if (status === 'cancelled') return null;
  return (
    <Card padded className="grid gap-3">
      <p className="flex flex-wrap justify-between gap-x-4 text-sm">
        <span className="font-semibold">Sorteio pela Loteria Federal</span>
        <time dateTime={drawDate} className="text-ink-soft first-letter:uppercase">
          {extractionLabel(drawExtraction, new Date(drawDate))}
        </time>
      </p>
      {status !== 'completed' && <DrawCountdown drawDate={drawDate} />}
      {status === 'active' && <EndOfSales rifa={rifa} />}
      {local && status !== 'completed' && (
        <p className="text-sm font-semibold">Horários de Brasília. No seu aparelho, o sorteio é {local}.</p>
      )}
    </Card>
  );
}

/** Declared rules about the end of sales. */
function EndOfSales({ rifa }: { rifa: RifaDetail }) {
  const { drawsEarly, unsoldPolicy, unsoldMinPercent, salesEndAt } = rifa;
  const declared = [
    `Vendas até ${momentLabel(new Date(salesEndAt))}.`,
    ...(drawsEarly ? ['Se esgotar antes, o sorteio é adiantado.'] : []),
    ...(unsoldMinPercent > 0 && unsoldPolicy === 'postpone'
      ? [
          `Se vender menos de ${unsoldMinPercent}% até a data, é adiado por ${POSTPONED_DAYS} dias, no máximo ${MAX_POSTPONEMENTS} vezes.`,
        ]
      : []),
    ...(unsoldMinPercent > 0 && unsoldPolicy === 'refund'
      ? [`Se vender menos de ${unsoldMinPercent}% até a data, todo o dinheiro é devolvido.`]
      : []),
  ];
  return <p className="text-sm text-ink-soft">{declared.join(' ')}</p>;
}
