import { HydrationBoundary, useQuery } from '../fetching/deferred-cache/use-query.tsx';
import { Suspense } from 'react';
import type { Level } from '@mare/domain/ranking/levels.ts';
import { type ApiQueries, queries } from '../api.ts';
import { links } from '../links.ts';
import { pageMeta } from '../document/page-meta.ts';
import { prefetchInBrowser } from '../fetching/prefetch.ts';
import { prefetchOnServer } from '../fetching/prefetch-on-server.ts';
import { useSession } from '../session/session.ts';
import { PageIntro } from '../ui/page-intro.tsx';
import { ListLoading } from '../ui/loading/list-loading.tsx';
import { ErrorState, Skeleton } from '../ui/states.tsx';
import type { Route } from './+types/ranking-page.ts';
import { Podium } from './podium.tsx';
import { formatPoints } from './format-points.ts';
import { lazyBoundary } from '../ui/loading/lazy-boundary.tsx';
import { lazyComponent } from '../ui/loading/lazy-component.ts';

/** Below the first screen: hydrated after the rest of the page. */
const RankedLists = lazyBoundary(lazyComponent(() => import('./ranked-lists.tsx')));

/** Lazy: a visitor has no points. */
const OwnPoints = lazyBoundary(lazyComponent(() => import('./own-points.tsx')));

const PeriodRankings = lazyComponent(() =>
  import('./period-rankings.tsx').then((module) => ({ default: module.PeriodRankings })),
);

/** Static element: keeps hydration from re-rendering it. */
const periodRankings = (
  <Suspense fallback={<Skeleton className="h-64" />}>
    <PeriodRankings />
  </Suspense>
);

const pageQueries = (api: ApiQueries) => [
  api.ranking.lists.queryOptions(),
  api.ranking.periods.queryOptions(),
];

export const loader = ({ context }: Route.LoaderArgs) => prefetchOnServer(context, pageQueries);

export const clientLoader = () => prefetchInBrowser(pageQueries);

export const meta = pageMeta({
  title: 'Ranking',
  description:
    'Quem mais pontua, quem mais indica e quem ganhou por último na {loja}, e quem leva os prêmios do dia, da semana e do mês.',
  path: links.ranking(),
  image: 'shop',
});

export default function RankingPage({ loaderData }: Route.ComponentProps) {
  return (
    <HydrationBoundary state={loaderData?.dehydratedState}>
      <main id="conteudo">
        <PageIntro title="Ranking" icon="star">
          <RulesInWords />
        </PageIntro>
        <div className="shell pt-12">
          <Lists />
        </div>
      </main>
    </HydrationBoundary>
  );
}

const known = (count: number) => (count === 1 ? 'um ponto' : formatPoints(count));

/** Describes the shop's rules for earning points. */
function RulesInWords() {
  const { data } = useQuery(queries.ranking.lists.queryOptions());
  const { pointsPerReal, referralPoints } = data?.rules ?? { pointsPerReal: 1, referralPoints: 0 };
  return (
    <p>
      Cada real pago em cotas vale {known(pointsPerReal)}.{' '}
      {referralPoints > 0
        ? `Cada pessoa que você traz vale mais ${known(referralPoints)}.`
        : 'Quem traz gente nova também aparece aqui.'}
    </p>
  );
}

function Lists() {
  const { data, error, refetch } = useQuery(queries.ranking.lists.queryOptions());
  if (!data && error)
    return <ErrorState title="Não foi possível carregar o ranking." onRetry={() => refetch()} />;
  if (!data) return <ListLoading />;
  const byPoints = data.points.map((entry) => ({ name: entry.name, score: formatPoints(entry.points) }));
  return (
    <div className="grid grid-cols-1 gap-14">
      <Podium entries={byPoints} />
      {/* Below the podium: it is not in the server's HTML, and would move what a visitor already sees. */}
      <Own levels={data.rules.levels} />
      {periodRankings}
      <RankedLists lists={data} />
    </div>
  );
}

/** Reads the session in this component: re-rendering the lists before they hydrate would discard their HTML. */
function Own({ levels }: { levels: readonly Level[] }) {
  return useSession().status === 'signed-in' ? <OwnPoints levels={levels} /> : null;
}
