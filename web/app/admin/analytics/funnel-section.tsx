import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { Funnel } from '@mare/contract/admin/analytics.ts';
import { PAGED_LIST } from '../lists/paged-list.ts';
import { queries } from '../../api.ts';
import { formatBrl, formatInteger, formatPercent } from '../../format.ts';
import { Card } from '../../ui/card.tsx';
import { Field, Select } from '../../ui/form/field.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { WideTable } from '../../ui/data-display/wide-table.tsx';
import { ExportButton } from '../lists/export-button.tsx';
import { QueryState } from '../lists/query-state.tsx';

const PERIODS = [7, 30, 90, 365];

/** Conversion from visit to payment, in total and by source. The period is stored in the URL. */
export function FunnelSection() {
  const [params, setParams] = useSearchParams();
  const days = PERIODS.find((period) => String(period) === params.get('dias')) ?? 30;
  const funnel = useQuery({
    ...queries.admin.funnel.queryOptions({ input: { days } }),
    ...PAGED_LIST,
  });
  return (
    <section aria-labelledby="funil" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h2 id="funil" className="text-2xl">
          Da visita ao pagamento
        </h2>
        <div className="flex flex-wrap items-end gap-3">
          <Field label="Período">
            <Select
              value={days}
              onChange={(event) => {
                const next = new URLSearchParams(params);
                next.set('dias', event.target.value);
                setParams(next, { preventScrollReset: true });
              }}
            >
              {PERIODS.map((period) => (
                <option key={period} value={period}>
                  Últimos {period} dias
                </option>
              ))}
            </Select>
          </Field>
          <ExportButton list="visitas" label="Exportar visitas" />
        </div>
      </div>
      <QueryState query={funnel} />
      {funnel.data?.total.visits === 0 && (
        <EmptyState icon="search" title="Nenhuma visita neste período">
          As visitas à loja aparecem aqui, com o que cada uma trouxe.
        </EmptyState>
      )}
      {funnel.data && funnel.data.total.visits > 0 && (
        <>
          <Steps total={funnel.data.total} />
          <Sources sources={funnel.data.sources} />
        </>
      )}
    </section>
  );
}

function Steps({ total }: { total: Funnel['total'] }) {
  const steps: [label: string, count: number][] = [
    ['Visitaram a loja', total.visits],
    ['Abriram uma rifa', total.viewed],
    ['Puseram no carrinho ou compraram', total.carted],
    ['Fizeram o pedido', total.ordered],
    ['Pagaram', total.paid],
  ];
  return (
    <Card padded className="grid gap-5">
      <ol className="grid gap-4">
        {steps.map(([label, count], at) => (
          <li key={label} className="grid gap-1.5">
            <span className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="font-semibold">{label}</span>
              <span className="tabular">
                <strong>{formatInteger(count)}</strong>{' '}
                <span className="text-sm text-ink-soft">
                  {at > 0 && `${share(count, steps[at - 1]![1])} do passo anterior`}
                </span>
              </span>
            </span>
            <div aria-hidden className="h-2.5 overflow-hidden rounded-full bg-sunken">
              <div
                className="h-full rounded-full bg-sea"
                style={{ width: `${total.visits === 0 ? 0 : (count / total.visits) * 100}%` }}
              />
            </div>
          </li>
        ))}
      </ol>
      <p className="text-sm text-ink-soft">
        {share(total.paid, total.visits)} das visitas terminam em pagamento: {formatBrl(total.paidCentavos)}.
        Só entram visitas que permitiram a medição; vendas em dinheiro ficam de fora, e o que foi devolvido
        depois não conta.
      </p>
    </Card>
  );
}

const share = (part: number, total: number) => formatPercent(total === 0 ? 0 : (part / total) * 100);

function Sources({ sources }: { sources: Funnel['sources'] }) {
  return (
    <Card padded className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 className="text-lg font-bold">De onde vieram</h3>
      <SourceList sources={sources} />
      <SourceTable sources={sources} />
    </Card>
  );
}

/** Phone layout. */
function SourceList({ sources }: { sources: Funnel['sources'] }) {
  return (
    <ul className="grid divide-y divide-line sm:hidden">
      {sources.map((one) => (
        <li key={one.source} className="grid gap-0.5 py-2.5 first:pt-0 last:pb-0">
          <p className="flex items-baseline justify-between gap-4 font-semibold">
            <span className="min-w-0 wrap-anywhere">{one.source}</span>
            <span className="tabular whitespace-nowrap">{formatBrl(one.paidCentavos)}</span>
          </p>
          <p className="tabular text-sm text-ink-soft">
            {counted(one.visits, 'visita')} · {counted(one.ordered, 'pedido')} · {counted(one.paid, 'pago')} (
            {share(one.paid, one.visits)})
          </p>
        </li>
      ))}
    </ul>
  );
}

function counted(count: number, one: string): string {
  return `${formatInteger(count)} ${count === 1 ? one : `${one}s`}`;
}

function SourceTable({ sources }: { sources: Funnel['sources'] }) {
  return (
    <div className="max-sm:hidden">
      <WideTable label="Tabela de origens">
        <thead>
          <tr className="text-left">
            <th className="py-2 pr-4">Origem</th>
            <th className="py-2 text-right">Visitas</th>
            <th className="py-2 pl-4 text-right">Pedidos</th>
            <th className="py-2 pl-4 text-right">Pagos</th>
            <th className="py-2 pl-4 text-right">Receita</th>
          </tr>
        </thead>
        <tbody>
          {sources.map((one) => (
            <tr key={one.source} className="border-t border-line">
              <th scope="row" className="py-2 pr-4 text-left font-semibold break-words">
                {one.source}
              </th>
              <td className="py-2 text-right">{formatInteger(one.visits)}</td>
              <td className="py-2 pl-4 text-right">{formatInteger(one.ordered)}</td>
              <td className="py-2 pl-4 text-right whitespace-nowrap">
                {formatInteger(one.paid)} ({share(one.paid, one.visits)})
              </td>
              <td className="py-2 pl-4 text-right whitespace-nowrap">{formatBrl(one.paidCentavos)}</td>
            </tr>
          ))}
        </tbody>
      </WideTable>
    </div>
  );
}
