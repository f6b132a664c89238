import { Suspense } from 'react';
import { formatDate, formatInteger } from '../format.ts';
import { Card } from '../ui/card.tsx';
import { Skeleton } from '../ui/states.tsx';
import { lazyComponent } from '../ui/loading/lazy-component.ts';

/** Loaded lazily: the chart library is larger than the page. */
const ClicksChart = lazyComponent(() => import('./clicks-chart.tsx'));

interface ClicksCardProps {
  clicks: { day: string; clicks: number }[];
  total: number;
}

/** Clicks of the last 30 days as a chart, and as a table for screen readers. */
export function ClicksCard({ clicks, total }: ClicksCardProps) {
  return (
    <Card padded className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="text-xl">Cliques nos últimos 30 dias</h2>
      {total === 0 ? (
        <p className="text-ink-soft">
          Nenhum clique ainda. Compartilhe o seu link: cada visita aparece aqui, uma por pessoa e dia.
        </p>
      ) : (
        <>
          <div aria-hidden>
            <Suspense fallback={<Skeleton className="h-56" />}>
              <ClicksChart clicks={clicks} />
            </Suspense>
          </div>
          <table className="sr-only">
            <caption>Cliques por dia</caption>
            <tbody>
              {clicks
                .filter((entry) => entry.clicks > 0)
                .map((entry) => (
                  <tr key={entry.day}>
                    <th scope="row">{formatDate(`${entry.day}T12:00:00Z`)}</th>
                    <td>{formatInteger(entry.clicks)}</td>
                  </tr>
                ))}
            </tbody>
          </table>
        </>
      )}
    </Card>
  );
}
