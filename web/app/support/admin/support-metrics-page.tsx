import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import type { DeskMetrics } from '@mare/contract/support/desk-tickets.ts';
import { QueryState } from '../../admin/lists/query-state.tsx';
import { queries } from '../../api.ts';
import { formatInteger, formatPercent } from '../../format.ts';
import { pageMeta } from '../../document/page-meta.ts';
import { Card } from '../../ui/card.tsx';
import { StatCards } from '../../ui/data-display/stats.tsx';
import { Field, Options, Select } from '../../ui/form/field.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { formatMinutes } from './format-minutes.ts';
import { lazyComponent } from '../../ui/loading/lazy-component.ts';

const DeskCharts = lazyComponent(() => import('./desk-charts.tsx'));

export const meta = pageMeta({
  title: 'Métricas do suporte',
  description: 'Tempos de resposta, satisfação e movimento.',
  index: false,
});

const PERIODS = { '7': 'Últimos 7 dias', '30': 'Últimos 30 dias', '90': 'Últimos 90 dias' };

export default function SupportMetricsPage() {
  const [search, setSearch] = useSearchParams();
  const requestedDays = search.get('dias') ?? '';
  const days = requestedDays in PERIODS ? requestedDays : '30';
  const metrics = useQuery(
    queries.desk.metrics.queryOptions({
      input: { days: Number(days) },
      staleTime: 0,
      placeholderData: keepPreviousData,
    }),
  );
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="text-3xl">Métricas do suporte</h1>
        <Field label="Período">
          <Select
            value={days}
            onChange={(event) => setSearch({ dias: event.target.value }, { preventScrollReset: true })}
          >
            <Options labels={PERIODS} />
          </Select>
        </Field>
      </div>
      <QueryState query={metrics} />
      {metrics.data && <Metrics metrics={metrics.data} />}
    </>
  );
}

function Metrics({ metrics }: { metrics: DeskMetrics }) {
  if (metrics.opened === 0)
    return (
      <Card>
        <EmptyState icon="mail" title="Nenhum ticket no período">
          Escolha um período maior para ver os números.
        </EmptyState>
      </Card>
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <MetricCards metrics={metrics} />
      <Suspense fallback={<Skeleton className="h-96" />}>
        <DeskCharts metrics={metrics} />
      </Suspense>
    </div>
  );
}

const NONE = '—';

function MetricCards({ metrics }: { metrics: DeskMetrics }) {
  const { inTimePercent, medianAnswerMinutes, slowAnswerMinutes, medianResolutionMinutes } = metrics;
  const rated = metrics.ratings.reduce((sum, count) => sum + count, 0);
  const stats = [
    { label: 'Tickets abertos', value: formatInteger(metrics.opened) },
    { label: 'Respondidos', value: formatInteger(metrics.answered) },
    { label: 'No prazo', value: inTimePercent === null ? NONE : formatPercent(inTimePercent) },
    {
      label: 'Primeira resposta',
      value: medianAnswerMinutes === null ? NONE : formatMinutes(medianAnswerMinutes),
      hint:
        slowAnswerMinutes === null
          ? 'mediana'
          : `mediana; 9 em 10 em até ${formatMinutes(slowAnswerMinutes)}`,
    },
    {
      label: 'Até resolver',
      value: medianResolutionMinutes === null ? NONE : formatMinutes(medianResolutionMinutes),
      hint: `mediana de ${formatInteger(metrics.resolved)} resolvidos`,
    },
    {
      label: 'Satisfação',
      value:
        metrics.averageRating === null ? NONE : `${metrics.averageRating.toFixed(1).replace('.', ',')} de 5`,
      hint: rated === 1 ? '1 avaliação' : `${formatInteger(rated)} avaliações`,
    },
  ];
  return <StatCards stats={stats} className="grid-cols-2 xl:grid-cols-3" />;
}
