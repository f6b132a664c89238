import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AffiliateStatement } from '@mare/contract/affiliates/affiliates.ts';
import { formatBrl, formatDate } from '../format.ts';
import { Card } from '../ui/card.tsx';
import { Field, Select } from '../ui/form/field.tsx';
import { ErrorState, Skeleton } from '../ui/states.tsx';

const monthName = new Intl.DateTimeFormat('pt-BR', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Fields of every commission statement. */
interface Statement {
  /** YYYY-MM, newest first. */
  months: string[];
  openingCentavos: number;
  paidOutCentavos: number;
  closingCentavos: number;
}

interface MonthlyStatementProps<Data extends Statement> {
  statement: UseQueryResult<Data>;
  month: string;
  onMonth: (month: string) => void;
  /** Label and centavos of what changed in the month, besides payouts. */
  changesOf: (data: Data) => [label: string, centavos: number][];
  /** Payments of the month, one by one. */
  paymentsOf?: (data: Data) => AffiliateStatement['payouts'];
  /** Buttons that save the statement. */
  files: ReactNode;
}

/** Opening balance, earnings and closing balance of a month. */
export function MonthlyStatement<Data extends Statement>({
  statement,
  month,
  onMonth,
  changesOf,
  paymentsOf,
  files,
}: MonthlyStatementProps<Data>) {
  const { data } = statement;
  return (
    <section aria-labelledby="extrato">
      <Card padded className="grid gap-4">
        <h2 id="extrato" className="text-xl">
          Extrato do mês
        </h2>
        {statement.isError && (
          <ErrorState
            title="Não foi possível carregar o extrato."
            onRetry={() => statement.refetch()}
            className="py-4"
          />
        )}
        {statement.isPending && <Skeleton className="h-52" />}
        {data && (
          <>
            <Field label="Mês" className="sm:max-w-xs">
              <Select value={month} onChange={(event) => onMonth(event.target.value)}>
                {data.months.map((one) => (
                  <option key={one} value={one}>
                    {monthName.format(new Date(`${one}-01T00:00:00Z`))}
                  </option>
                ))}
              </Select>
            </Field>
            <Sums statement={data} changes={changesOf(data)} />
            {paymentsOf && <Payments payments={paymentsOf(data)} />}
            <div className="flex flex-wrap gap-3">{files}</div>
          </>
        )}
      </Card>
    </section>
  );
}

function Sums({ statement, changes }: { statement: Statement; changes: [string, number][] }) {
  const rows = [
    ['Saldo no começo do mês', statement.openingCentavos],
    ...changes,
    // Not the negated amount: zero would show a minus sign.
    ['Pago por Pix', 0 - statement.paidOutCentavos],
  ] as const;
  return (
    <dl className="grid gap-1.5">
      {rows.map(([name, centavos]) => (
        <div key={name} className="flex justify-between gap-3">
          <dt>{name}</dt>
          <dd className="tabular shrink-0 font-semibold">{formatBrl(centavos)}</dd>
        </div>
      ))}
      <div className="mt-2 flex justify-between gap-3 border-t border-line pt-3 font-bold">
        <dt>Saldo no fim do mês</dt>
        <dd className="tabular shrink-0">{formatBrl(statement.closingCentavos)}</dd>
      </div>
    </dl>
  );
}

function Payments({ payments }: { payments: AffiliateStatement['payouts'] }) {
  return (
    <ul className="grid gap-1 text-sm text-ink-soft empty:hidden">
      {payments.map(({ amountCentavos, paidAt, reference }) => (
        <li key={paidAt} className="wrap-anywhere">
          {formatBrl(amountCentavos)} pagos em {formatDate(paidAt)}
          {reference && `, comprovante ${reference}`}
        </li>
      ))}
    </ul>
  );
}
