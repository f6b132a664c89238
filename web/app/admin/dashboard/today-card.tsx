import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api.ts';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { useToday } from './use-today.ts';
import { QueryState } from '../lists/query-state.tsx';
import { SalesTotalsList } from './sales-totals.tsx';

const REFRESH_MS = 30_000;

/** Since midnight in Maceió, compared with yesterday and a week ago up to the same time. */
export function TodayCard() {
  const today = useToday();
  const sales = useQuery({
    ...queries.admin.sales.queryOptions({
      input: { period: 'day', days: { from: today ?? '', until: today ?? '' } },
      enabled: today !== null,
    }),
    refetchInterval: REFRESH_MS,
    staleTime: 0,
  });
  return (
    <section aria-labelledby="hoje">
      <Card padded className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h2 id="hoje" className="text-2xl">
            Hoje
          </h2>
          <p className="text-sm text-ink-soft">comparado até esta hora</p>
        </div>
        {sales.isPending && <Skeleton className="h-64 sm:h-24" />}
        {sales.isError && !sales.data && <QueryState query={sales} />}
        {sales.data && <SalesTotalsList sales={sales.data} before="que ontem" />}
      </Card>
    </section>
  );
}
