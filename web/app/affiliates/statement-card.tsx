import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { monthOf } from '@mare/domain/affiliates/statement.ts';
import { queries } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { saveFile } from '../ui/save-file.ts';
import { MonthlyStatement } from './monthly-statement.tsx';
import { statementCsv } from './statement-csv.ts';
import { serverNow } from '../ui/server-clock.ts';

/** An affiliate's statement of a month, also as CSV. */
export function StatementCard() {
  const [month, setMonth] = useState(() => monthOf(serverNow()));
  const statement = useQuery({
    ...queries.affiliates.statement.queryOptions({ input: { month } }),
    staleTime: 0,
    placeholderData: (shown) => shown,
  });
  const { data } = statement;
  return (
    <MonthlyStatement
      statement={statement}
      month={month}
      onMonth={setMonth}
      changesOf={({ earnedCentavos, reversedCentavos }) => [
        ['Comissões do mês', earnedCentavos],
        ['Descontos por devoluções', reversedCentavos],
      ]}
      paymentsOf={({ payouts }) => payouts}
      files={
        data && (
          <Button
            variant="outline"
            disabled={statement.isPlaceholderData}
            onClick={() =>
              saveFile(`extrato-${data.month}.csv`, new Blob([statementCsv(data)], { type: 'text/csv' }))
            }
          >
            Baixar em CSV
          </Button>
        )
      }
    />
  );
}
