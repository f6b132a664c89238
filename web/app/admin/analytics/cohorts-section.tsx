import { useQuery } from '@tanstack/react-query';
import type { Cohort } from '@mare/contract/admin/analytics.ts';
import { queries } from '../../api.ts';
import { formatBrl, formatDateTime, formatInteger } from '../../format.ts';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/style/class-names.ts';
import { EmptyState } from '../../ui/states.tsx';
import { WideTable } from '../../ui/data-display/wide-table.tsx';
import { ExportButton } from '../lists/export-button.tsx';
import { QueryState } from '../lists/query-state.tsx';

const monthName = new Intl.DateTimeFormat('pt-BR', { timeZone: 'UTC', month: 'short', year: '2-digit' });

/** Retention by monthly cohort: the share of new buyers that bought in each later month. */
export function CohortsSection() {
  const answer = useQuery({ ...queries.admin.cohorts.queryOptions(), staleTime: 0 });
  return (
    <section aria-labelledby="coortes" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="coortes" className="text-2xl">
          Quem volta a comprar
        </h2>
        <ExportButton list="coortes" label="Exportar coortes" />
      </div>
      <QueryState query={answer} />
      {answer.data?.cohorts.length === 0 && (
        <EmptyState icon="users" title="Ninguém comprou ainda">
          A conta é refeita de hora em hora.
        </EmptyState>
      )}
      {answer.data && answer.data.cohorts.length > 0 && (
        <Card padded>
          <p className="mb-4 text-sm text-ink-soft">
            Pelo mês da primeira compra: quantos por cento compraram de novo em cada mês seguinte
            {answer.data.countedAt && `, contados em ${formatDateTime(answer.data.countedAt)}`}.
          </p>
          <div className="hidden md:block">
            <Table cohorts={answer.data.cohorts} />
          </div>
          <List cohorts={answer.data.cohorts} />
        </Card>
      )}
    </section>
  );
}

function Table({ cohorts }: { cohorts: Cohort[] }) {
  const width = Math.max(...cohorts.map(({ months }) => months.length));
  return (
    <WideTable label="Tabela de coortes">
      <thead>
        <tr>
          <th className="py-2 pr-4 text-left">Mês</th>
          <th className="py-2 pr-4 text-right">Novos</th>
          {Array.from({ length: width }, (_, at) => (
            <th key={at} className="px-2 py-2 text-right">
              {nameOfMonth(at)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {cohorts.map(({ month, buyers, months }) => (
          <tr key={month} className="border-t border-line">
            <th scope="row" className="py-2 pr-4 text-left font-semibold whitespace-nowrap">
              {monthName.format(new Date(month))}
            </th>
            <td className="py-2 pr-4 text-right">{formatInteger(buyers)}</td>
            {months.map((one, at) => (
              <td
                // oxlint-disable-next-line react/no-array-index-key -- the index is the month
                key={at}
                title={`${formatInteger(one.buyers)} compradores, ${formatBrl(one.paidCentavos)}`}
                className={classNames('px-2 py-2 text-right', shade(one.buyers / buyers))}
              >
                {percent(one.buyers / buyers)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </WideTable>
  );
}

/** Phone layout: rows of five, to avoid horizontal scrolling. */
function List({ cohorts }: { cohorts: Cohort[] }) {
  return (
    <ul className="tabular grid gap-5 md:hidden">
      {cohorts.map(({ month, buyers, months }) => (
        <li key={month} className="grid gap-2 border-t border-line pt-3">
          <p className="flex justify-between gap-3 text-sm">
            <span className="font-semibold">{monthName.format(new Date(month))}</span>
            <span className="text-ink-soft">
              {formatInteger(buyers)} {buyers === 1 ? 'pessoa nova' : 'pessoas novas'}
            </span>
          </p>
          <ol className="grid grid-cols-5 gap-1">
            {months.map((one, at) => (
              <li
                // oxlint-disable-next-line react/no-array-index-key -- the index is the month
                key={at}
                className={classNames(
                  'rounded-sm border border-line py-1.5 text-center text-sm',
                  shade(one.buyers / buyers),
                )}
              >
                <span className="block text-xs">{nameOfMonth(at)}</span>
                {percent(one.buyers / buyers)}
              </li>
            ))}
          </ol>
        </li>
      ))}
    </ul>
  );
}

function nameOfMonth(at: number): string {
  return at === 0 ? 'Mesmo' : `+${at}`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}

function shade(share: number): string {
  if (share >= 0.5) return 'bg-sea text-on-sea';
  return share >= 0.15 ? 'bg-sea-tint' : '';
}
