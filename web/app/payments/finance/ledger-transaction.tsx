import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api.ts';
import { formatBrl, formatDateTime } from '../../format.ts';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { ErrorState, FormError, Skeleton } from '../../ui/states.tsx';
import { accountLabel } from './finance-labels.ts';

interface LedgerTransactionProps {
  transactionKey: string;
  onClose: () => void;
}

/** Every entry of one transaction, which must sum to zero. */
export function LedgerTransaction({ transactionKey, onClose }: LedgerTransactionProps) {
  const transaction = useQuery({
    ...queries.admin.finance.transaction.queryOptions({ input: { key: transactionKey } }),
    staleTime: 0,
  });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Lançamento do livro-caixa">
      <p className="mb-3 text-sm wrap-anywhere text-ink-soft">{transactionKey}</p>
      {transaction.isPending && <Skeleton className="h-40" />}
      {transaction.isError && (
        <ErrorState title="Este lançamento não foi encontrado." onRetry={() => transaction.refetch()} />
      )}
      {transaction.data && (
        <div className="grid gap-3">
          <table className="w-full text-left text-sm">
            <thead>
              <tr className="border-b border-line">
                <th className="py-2 font-semibold">Conta</th>
                <th className="py-2 text-right font-semibold">Débito</th>
                <th className="py-2 text-right font-semibold">Crédito</th>
              </tr>
            </thead>
            <tbody>
              {transaction.data.entries.map(({ id, at, account, title, centavos }) => (
                <tr key={id} className="border-b border-line align-top">
                  <th scope="row" className="py-2 pr-2 font-normal">
                    {accountLabel(account)}
                    {title && <span className="block text-ink-soft">{title}</span>}
                    <span className="block text-ink-soft">{formatDateTime(at)}</span>
                  </th>
                  <td className="tabular py-2 text-right">{centavos > 0 && formatBrl(centavos)}</td>
                  <td className="tabular py-2 text-right">{centavos < 0 && formatBrl(-centavos)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {transaction.data.sumCentavos === 0 ? (
            <p className="text-sm font-semibold">Débito e crédito somam o mesmo.</p>
          ) : (
            <FormError>
              Débito e crédito diferem em {formatBrl(Math.abs(transaction.data.sumCentavos))}. Peça a correção
              em 'Lançamento à mão'.
            </FormError>
          )}
        </div>
      )}
    </Dialog>
  );
}
