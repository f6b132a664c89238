import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { queries } from '../../api.ts';
import { formatBrl, formatDateTime } from '../../format.ts';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import type { Drill } from './finance-labels.ts';

interface FinanceEntriesProps {
  drill: Drill;
  period: { from: string; to: string };
  onOpen: (transactionKey: string) => void;
  onClose: () => void;
}

/** The ledger entries behind a total, each with its order. */
export function FinanceEntries({ drill, period, onOpen, onClose }: FinanceEntriesProps) {
  const { kind, rifaId, day, title } = drill;
  const days = day ? { from: day, to: day } : period;
  const entries = useQuery({
    ...queries.admin.finance.entries.queryOptions({ input: { ...days, kind, ...(rifaId && { rifaId }) } }),
    staleTime: 0,
  });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title}>
      {entries.isPending && <Skeleton className="h-40" />}
      {entries.isError && (
        <ErrorState title="Os lançamentos não puderam ser lidos." onRetry={() => entries.refetch()} />
      )}
      {entries.data && (
        <ul className="grid gap-3 text-sm">
          {entries.data.entries.map((entry) => (
            <li key={entry.id} className="grid gap-1 border-b border-line pb-3">
              <p className="flex flex-wrap justify-between gap-2">
                <span>{formatDateTime(entry.at)}</span>
                <strong className="tabular">{formatBrl(entry.centavos)}</strong>
              </p>
              {entry.title && <p className="text-ink-soft">{entry.title}</p>}
              {entry.reason && <p className="wrap-anywhere">Correção: {entry.reason}</p>}
              <p className="flex flex-wrap gap-x-4">
                {entry.externalReference && (
                  <Link
                    to={`/admin/pagamentos?pedido=${entry.externalReference}`}
                    className="text-link min-h-6"
                  >
                    Pedido {entry.externalReference}
                  </Link>
                )}
                <button type="button" className="text-link min-h-6" onClick={() => onOpen(entry.key)}>
                  Débito e crédito
                </button>
              </p>
            </li>
          ))}
        </ul>
      )}
      {entries.data?.isCut && (
        <p className="mt-3 text-sm text-ink-soft">
          Só os lançamentos mais recentes aparecem aqui. O arquivo exportado tem todos.
        </p>
      )}
    </Dialog>
  );
}
