import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { LiveStep, RifaLiveSales } from '@mare/contract/rifas/rifa-live.ts';
import type { ManagedRifa } from '@mare/contract/rifas/managed-rifa.ts';
import { queries } from '../../../api.ts';
import { formatBrl, formatCount, formatDateTime } from '../../../format.ts';
import { errorMessage } from '../../../messages.ts';
import { Card } from '../../../ui/card.tsx';
import { Field, Options, Select } from '../../../ui/form/field.tsx';
import { ErrorState, Skeleton } from '../../../ui/states.tsx';
import { SalesBars } from './sales-bars.tsx';
import { SalesProjectionText } from './sales-projection.tsx';

const REFRESH_MS = 20_000;

const steps: Record<LiveStep, string> = {
  minute: 'Por minuto, na última hora',
  hour: 'Por hora, em 2 dias',
  day: 'Por dia, em 30 dias',
};

const sources: Record<string, string> = {
  affiliate: 'Afiliados',
  cash: 'Vendas em mãos',
  unknown: 'Sem origem conhecida',
};

/** Live sales of a rifa: pace, projection, milestones and sources. */
export function LiveSales({ rifa }: { rifa: ManagedRifa }) {
  const [step, setStep] = useState<LiveStep>('hour');
  const sales = useQuery({
    ...queries.admin.rifas.live.queryOptions({ input: { id: rifa.id, step } }),
    placeholderData: keepPreviousData,
    refetchInterval: rifa.status === 'active' && REFRESH_MS,
    staleTime: 0,
  });
  return (
    <Card padded className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h2 className="text-xl">Ritmo das vendas</h2>
        <Field label="Mostrar">
          <Select value={step} onChange={(event) => setStep(event.target.value as LiveStep)}>
            <Options labels={steps} />
          </Select>
        </Field>
      </div>
      {sales.isError && !sales.data && (
        <ErrorState title={errorMessage(sales.error)} onRetry={() => sales.refetch()} />
      )}
      {sales.isPending && <Skeleton className="h-64" />}
      {sales.data && (
        <>
          <SalesBars points={sales.data.points} step={step} />
          {rifa.status === 'active' && <SalesProjectionText rifa={rifa} projection={sales.data.projection} />}
          <Milestones milestones={sales.data.milestones} />
          <Sources sources={sales.data.sources} />
        </>
      )}
    </Card>
  );
}

function Milestones({ milestones }: Pick<RifaLiveSales, 'milestones'>) {
  if (milestones.length === 0) return null;
  return (
    <section aria-label="Marcos" className="grid gap-2">
      <h3 className="font-bold">Marcos</h3>
      <ul className="grid gap-1 text-sm">
        {milestones.map(({ percent, reachedAt }) => (
          <li key={percent}>
            {percent === 100 ? 'Esgotou' : `${percent}% vendidos`} em {formatDateTime(reachedAt)}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Sources({ sources: counted }: Pick<RifaLiveSales, 'sources'>) {
  if (counted.length === 0) return null;
  return (
    <section aria-label="De onde vieram" className="grid gap-2">
      <h3 className="font-bold">De onde vieram os pedidos pagos, em 30 dias</h3>
      <ul className="grid gap-1 text-sm">
        {counted.map(({ source, orders, revenueCentavos }) => (
          <li key={source} className="flex flex-wrap justify-between gap-x-4">
            <span className="wrap-anywhere">{sources[source] ?? source}</span>
            <span className="tabular text-ink-soft">
              {formatCount(orders, 'pedido', 'pedidos')} · {formatBrl(revenueCentavos)}
            </span>
          </li>
        ))}
      </ul>
      <p className="text-sm text-ink-soft">A origem só é conhecida de quem aceitou as medições.</p>
    </section>
  );
}
