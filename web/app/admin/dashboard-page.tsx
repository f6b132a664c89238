import { useQuery } from '@tanstack/react-query';
import type { AdminOverview } from '@mare/contract/admin.ts';
import { queries } from '../api.ts';
import { formatBrl, formatInteger } from '../format.ts';
import { isRefusal, sentenceFor } from '../messages.ts';
import { pageMeta } from '../page-meta.ts';
import { Card } from '../ui/card.tsx';
import { ErrorState, Spinner } from '../ui/states.tsx';
import { ActiveRifas } from './active-rifas.tsx';
import { RecentOrders } from './recent-orders.tsx';

export const meta = pageMeta({
  title: 'Painel Administrativo',
  description: 'Visão geral das rifas e dos pedidos.',
  index: false,
});

export default function DashboardPage() {
  return (
    <>
      <h1 className="text-3xl">Painel Administrativo</h1>
      <Overview />
    </>
  );
}

function Overview() {
  const overview = useQuery({ ...queries.admin.overview.queryOptions(), staleTime: 0 });
  if (overview.isError)
    return (
      <ErrorState
        title={
          isRefusal(overview.error, 'NOT_ADMIN')
            ? sentenceFor(overview.error)
            : 'Erro ao carregar dados administrativos'
        }
        onRetry={() => void overview.refetch()}
      />
    );
  if (!overview.data) return <Spinner className="min-h-[40svh]" />;
  return (
    <div className="grid grid-cols-1 gap-10">
      <Totals overview={overview.data} />
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
  return (
    <dl className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-4">
      {totals.map(({ label, value, hint }) => (
        <Card key={label} padded className="grid content-start gap-1">
          <dt className="text-sm font-semibold text-ink-soft">{label}</dt>
          <dd className="tabular font-display text-2xl font-bold">{value}</dd>
          {hint && <dd className="text-sm text-ink-soft">{hint}</dd>}
        </Card>
      ))}
    </dl>
  );
}
