import { useQuery } from '@tanstack/react-query';
import type { AdminOverview } from '@mare/contract/admin/admin.ts';
import { queries } from '../../api.ts';
import { formatBrl, formatInteger } from '../../format.ts';
import { isApiError, errorMessage } from '../../messages.ts';
import { pageMeta } from '../../document/page-meta.ts';
import { StatCards } from '../../ui/data-display/stats.tsx';
import { ListLoading } from '../../ui/loading/list-loading.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { ActiveRifas } from './active-rifas.tsx';
import { LaunchNote } from './launch-note.tsx';
import { ReceivablesSummary } from './receivables-summary.tsx';
import { RifaDecisions, useRifaDecisions } from './rifa-decisions.tsx';
import { SalesCard } from './sales-card.tsx';
import { TodayCard } from './today-card.tsx';
import { WaitingWorkList } from './waiting-work-list.tsx';
import { ExportButton } from '../lists/export-button.tsx';
import { OutageNotice } from '../outage-notice.tsx';
import { RecentOrders } from './recent-orders.tsx';

export const meta = pageMeta({
  title: 'Painel Administrativo',
  description: 'Visão geral das rifas e dos pedidos.',
  index: false,
});

export default function DashboardPage() {
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-3xl">Painel Administrativo</h1>
        <ExportButton list="pedidos" label="Exportar pedidos" />
      </div>
      <Overview />
    </>
  );
}

/** Polling interval while the page is visible. */
const REFRESH_MS = 15_000;

function Overview() {
  const overview = useQuery({
    ...queries.admin.overview.queryOptions(),
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  });
  const decisions = useRifaDecisions();
  if (overview.isError && !overview.data)
    return (
      <ErrorState
        title={
          isApiError(overview.error, 'NOT_ADMIN')
            ? errorMessage(overview.error)
            : 'Erro ao carregar dados administrativos'
        }
        onRetry={() => overview.refetch()}
      />
    );
  // Waits for all parts, because a part shown later above the others would shift the layout.
  if (!overview.data || decisions.isLoading) return <ListLoading />;
  return (
    <div className="grid grid-cols-1 gap-10">
      <OutageNotice outage={overview.data.outage} />
      <LaunchNote />
      <WaitingWorkList waiting={overview.data.waiting} />
      <RifaDecisions rifas={decisions.data ?? []} />
      <TodayCard />
      <Totals overview={overview.data} />
      <SalesCard />
      <ReceivablesSummary />
      <RecentOrders orders={overview.data.orders} />
      <ActiveRifas rifas={overview.data.activeRifas} />
    </div>
  );
}

function Totals({ overview }: { overview: AdminOverview }) {
  const totals = [
    { label: 'Usuários', value: formatInteger(overview.totalUsers) },
    { label: 'Pedidos', value: formatInteger(overview.totalOrders) },
    {
      label: 'Receita',
      value: formatBrl(overview.revenueCentavos),
      hint: 'pagos entre os 50 últimos pedidos',
    },
    { label: 'Rifas ativas', value: formatInteger(overview.activeRifas.length) },
  ];
  return <StatCards stats={totals} className="grid-cols-2 lg:grid-cols-4" />;
}
