import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import type { PartnerStatement } from '@mare/contract/partners/partners.ts';
import { monthOf } from '@mare/domain/affiliates/statement.ts';
import { queries } from '../../api.ts';
import { MonthlyStatement } from '../../affiliates/monthly-statement.tsx';
import { formatCount } from '../../format.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { decodeFile, saveFile } from '../../ui/save-file.ts';
import { partnerStatementCsv } from './partner-statement-csv.ts';
import { serverNow } from '../../ui/server-clock.ts';

/** A partner's statement of a month, also as CSV and PDF. */
export function PartnerStatementCard() {
  const [month, setMonth] = useState(() => monthOf(serverNow()));
  const statement = useQuery({
    ...queries.partners.statement.queryOptions({ input: { month } }),
    staleTime: 0,
    placeholderData: (shown) => shown,
  });
  const { data } = statement;
  return (
    <MonthlyStatement
      statement={statement}
      month={month}
      onMonth={setMonth}
      changesOf={({ vouchers, earnedCentavos }) => [
        [
          `Comissões do mês (${formatCount(vouchers.length, 'voucher usado', 'vouchers usados')})`,
          earnedCentavos,
        ],
      ]}
      files={data && <Files statement={data} disabled={statement.isPlaceholderData} />}
    />
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
    <>
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
    </>
  );
}
