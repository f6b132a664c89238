import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AffiliateStatement } from '@mare/contract/affiliates/affiliates.ts';
import { monthOf } from '@mare/domain/affiliates/statement.ts';
import { queries } from '../api.ts';
import { formatBrl } from '../format.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Field, Select } from '../ui/form/field.tsx';
import { saveFile } from '../ui/save-file.ts';
import { ErrorState, Skeleton } from '../ui/states.tsx';
import { statementCsv } from './statement-csv.ts';

const monthName = new Intl.DateTimeFormat('pt-BR', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** What a month began with, brought and left, and all of it as CSV. */
export function StatementCard() {
  const [month, setMonth] = useState(() => monthOf(new Date()));
  const statement = useQuery({
    ...queries.affiliates.statement.queryOptions({ input: { month } }),
    staleTime: 0,
    placeholderData: (shown) => shown,
  });
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
            onRetry={() => void statement.refetch()}
            className="py-4"
          />
        )}
        {statement.isPending && <Skeleton className="h-48" />}
        {data && (
          <>
            <Field label="Mês">
              <Select value={month} onChange={(event) => setMonth(event.target.value)}>
                {data.months.map((one) => (
                  <option key={one} value={one}>
                    {monthName.format(new Date(`${one}-01T00:00:00Z`))}
                  </option>
                ))}
              </Select>
            </Field>
            <Sums statement={data} />
            <Button
              variant="outline"
              disabled={statement.isPlaceholderData}
              onClick={() =>
                saveFile(`extrato-${data.month}.csv`, new Blob([statementCsv(data)], { type: 'text/csv' }))
              }
            >
              Baixar em CSV
            </Button>
          </>
        )}
      </Card>
    </section>
  );
}

function Sums({ statement }: { statement: AffiliateStatement }) {
  const rows = [
    ['A receber no começo do mês', statement.openingCentavos],
    ['Comissões do mês', statement.earnedCentavos],
    ['Descontos por reembolsos', statement.reversedCentavos],
    // Not the negated amount: zero would show a minus sign.
    ['Pago por Pix', 0 - statement.paidOutCentavos],
  ] as const;
  return (
    <dl className="grid gap-1.5">
      {rows.map(([name, centavos]) => (
        <div key={name} className="flex justify-between gap-3">
          <dt>{name}</dt>
          <dd className="tabular font-semibold">{formatBrl(centavos)}</dd>
        </div>
      ))}
      <div className="mt-2 flex justify-between gap-3 border-t border-line pt-3 font-bold">
        <dt>A receber no fim do mês</dt>
        <dd className="tabular">{formatBrl(statement.closingCentavos)}</dd>
      </div>
    </dl>
  );
}
