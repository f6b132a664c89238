import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import type { Sales, SalesPeriod } from '@mare/contract/admin/admin.ts';
import { dateInMaceio } from '@mare/domain/time/maceio-time.ts';
import { queries } from '../../api.ts';
import { formatBrl, formatDateTime, formatInteger } from '../../format.ts';
import { Card } from '../../ui/card.tsx';
import { Field, Options, Select } from '../../ui/form/field.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { lazyComponent } from '../../ui/loading/lazy-component.ts';
import { type Days, areDays, ChosenDays } from '../chosen-days.tsx';
import { ExportButton } from '../lists/export-button.tsx';
import { SalesTotalsList } from './sales-totals.tsx';
import { serverNow } from '../../ui/server-clock.ts';

const SalesChart = lazyComponent(() => import('./sales-chart.tsx'));

const REFRESH_MS = 30_000;

const periods: Record<SalesPeriod, string> = {
  day: 'Últimas 24 horas',
  week: 'Últimos 7 dias',
  month: 'Últimos 30 dias',
  year: 'Último ano',
};

const CHOSEN_DAYS = 'datas';
const choices = { ...periods, [CHOSEN_DAYS]: 'Escolher datas' };

/** Days of Maceió that a period overlaps: 24 hours overlap two days. */
const DAYS: Record<SalesPeriod, number> = { day: 2, week: 7, month: 30, year: 365 };
const DAY_MS = 86_400_000;

/** The days of a period that ends now, as the export takes them. */
function daysOf(period: SalesPeriod): { de: string; ate: string } {
  const now = serverNow().getTime();
  const day = (ms: number) => dateInMaceio(new Date(ms));
  return { de: day(now - (DAYS[period] - 1) * DAY_MS), ate: day(now) };
}

/** From the URL; the last week if it has none. */
function chosenDays(params: URLSearchParams): Days {
  const { de, ate } = daysOf('week');
  return { from: params.get('de') ?? de, until: params.get('ate') ?? ate };
}

/** Omits incomplete periods, which would look like a collapse. */
function pointsThatAreOver({ points, isOver }: Sales): Sales['points'] {
  if (isOver) return points;
  const now = serverNow().getTime();
  const pastPoints = points.filter(({ at }) => Date.parse(at) <= now);
  return pastPoints.slice(0, -1);
}

/** Sales of a period or of chosen days, by hour or by day. Both are stored in the URL. */
export function SalesCard() {
  const [params, setParams] = useSearchParams();
  const requestedPeriod = params.get('periodo') ?? '';
  const period = requestedPeriod in periods ? (requestedPeriod as SalesPeriod) : 'week';
  const typed = requestedPeriod === CHOSEN_DAYS ? chosenDays(params) : null;
  const days = typed && areDays(typed) ? typed : undefined;
  const isValid = typed === null || days !== undefined;
  const step = days ? (days.from === days.until ? 'day' : 'month') : period;
  const sales = useQuery({
    ...queries.admin.sales.queryOptions({ input: days ? { period, days } : { period } }),
    enabled: isValid,
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    staleTime: 0,
  });
  return (
    <section aria-labelledby="vendas">
      <Card padded className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <div className="flex flex-wrap items-end justify-between gap-4">
          <h2 id="vendas" className="text-2xl">
            Vendas
          </h2>
          <div className="flex flex-wrap items-end gap-3">
            <Field label="Período">
              <Select
                value={typed ? CHOSEN_DAYS : period}
                onChange={(event) => setParams({ periodo: event.target.value }, { preventScrollReset: true })}
              >
                <Options labels={choices} />
              </Select>
            </Field>
            {typed && (
              <ChosenDays
                days={typed}
                onChange={({ from, until }) =>
                  setParams(
                    { periodo: CHOSEN_DAYS, de: from, ate: until },
                    { preventScrollReset: true, replace: true },
                  )
                }
              />
            )}
            <ExportButton
              list="vendas"
              search={days ? { de: days.from, ate: days.until } : daysOf(period)}
              label="Exportar vendas"
            />
          </div>
        </div>
        {!isValid && (
          <p role="alert" className="text-sm font-semibold text-danger">
            Escolha as duas datas, a primeira antes da última, em no máximo um ano.
          </p>
        )}
        {isValid && sales.isError && (
          <ErrorState title="Erro ao carregar dados administrativos" onRetry={() => sales.refetch()} />
        )}
        {isValid && sales.isPending && <Skeleton className="h-72" />}
        {isValid && sales.data && (
          <>
            <SalesTotalsList
              sales={sales.data}
              before={sales.data.weekBefore ? 'que na véspera' : 'que no período anterior'}
            />
            {sales.data.paidOrders === 0 ? (
              <p className="text-ink-soft">Nenhuma venda neste período.</p>
            ) : (
              <Suspense fallback={<Skeleton className="h-64" />}>
                <SalesChart points={pointsThatAreOver(sales.data)} period={step} />
              </Suspense>
            )}
            {!days && <RunningStep sales={sales.data} period={period} />}
            <details>
              <summary className="text-sm font-semibold">Ver como tabela</summary>
              <div className="mt-3 max-h-72 overflow-y-auto">
                <table className="tabular w-full text-sm">
                  <thead>
                    <tr className="text-left">
                      <th className="py-1">Início</th>
                      <th className="py-1 text-right">Pagos</th>
                      <th className="py-1 text-right">Receita</th>
                    </tr>
                  </thead>
                  <tbody>
                    {sales.data.points.map((point) => (
                      <tr key={point.at} className="border-t border-line">
                        <td className="py-1">{formatDateTime(point.at)}</td>
                        <td className="py-1 text-right">{formatInteger(point.paidOrders)}</td>
                        <td className="py-1 text-right">{formatBrl(point.revenueCentavos)}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            </details>
          </>
        )}
      </Card>
    </section>
  );
}

function RunningStep({ sales, period }: { sales: Sales; period: SalesPeriod }) {
  const running = sales.points.at(-1);
  if (!running) return null;
  return (
    <p className="text-sm text-ink-soft">
      {period === 'day' ? 'Nesta hora' : 'Hoje'}, até agora: {formatBrl(running.revenueCentavos)}. Entra no
      gráfico quando {period === 'day' ? 'a hora' : 'o dia'} terminar.
    </p>
  );
}
