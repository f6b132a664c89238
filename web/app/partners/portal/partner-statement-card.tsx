import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import type { PartnerStatement } from '@mare/contract/partners/partners.ts';
import { monthOf } from '@mare/domain/affiliates/statement.ts';
import { queries } from '../../api.ts';
import { formatBrl, formatCount } from '../../format.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, Select } from '../../ui/form/field.tsx';
import { decodeFile, saveFile } from '../../ui/save-file.ts';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { partnerStatementCsv } from './partner-statement-csv.ts';

const monthName = new Intl.DateTimeFormat('pt-BR', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** What a month began with, brought and left, also as CSV and PDF. */
export function PartnerStatementCard() {
  const [month, setMonth] = useState(() => monthOf(new Date()));
  const statement = useQuery({
    ...queries.partners.statement.queryOptions({ input: { month } }),
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
        {statement.isPending && <Skeleton className="h-56" />}
        {data && (
          <>
            <Field label="Mês" className="sm:max-w-xs">
              <Select value={month} onChange={(event) => setMonth(event.target.value)}>
                {data.months.map((one) => (
                  <option key={one} value={one}>
                    {monthName.format(new Date(`${one}-01T00:00:00Z`))}
                  </option>
                ))}
              </Select>
            </Field>
            <Sums statement={data} />
            <Files statement={data} disabled={statement.isPlaceholderData} />
          </>
        )}
      </Card>
    </section>
  );
}

function Sums({ statement }: { statement: PartnerStatement }) {
  const used = formatCount(statement.vouchers.length, 'voucher usado', 'vouchers usados');
  const rows = [
    ['A receber no começo do mês', statement.openingCentavos],
    [`Comissões do mês (${used})`, statement.earnedCentavos],
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
        <dt>A receber no fim do mês</dt>
        <dd className="tabular shrink-0">{formatBrl(statement.closingCentavos)}</dd>
      </div>
    </dl>
  );
}

function Files({ statement, disabled }: { statement: PartnerStatement; disabled: boolean }) {
  const { month } = statement;
  const print = useMutation(
    queries.partners.statementPdf.mutationOptions({
      onSuccess: ({ fileName, base64 }) => saveFile(fileName, decodeFile(base64, 'application/pdf')),
      onError: (error) =>
        toast.error('Não foi possível baixar o extrato.', { description: errorMessage(error) }),
    }),
  );
  const saveCsv = () =>
    saveFile(`extrato-${month}.csv`, new Blob([partnerStatementCsv(statement)], { type: 'text/csv' }));
  return (
    <div className="flex flex-wrap gap-3">
      <Button
        variant="outline"
        disabled={disabled}
        loading={print.isPending}
        loadingText="Preparando..."
        onClick={() => print.mutate({ month })}
      >
        Baixar em PDF
      </Button>
      <Button variant="outline" disabled={disabled} onClick={saveCsv}>
        Baixar em CSV
      </Button>
    </div>
  );
}
