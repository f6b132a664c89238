import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { formatVoucherCode } from '@mare/domain/partners/voucher-code.ts';
import { queries } from '../../api.ts';
import { formatBrl, formatDateTime } from '../../format.ts';
import { Badge } from '../../ui/data-display/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { readPageNumber } from '../../ui/navigation/page-number.ts';
import { Pagination } from '../../ui/navigation/pagination.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { PartnerStatementCard } from './partner-statement-card.tsx';

export function CommissionsTab() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <PartnerStatementCard />
      <Commissions />
    </div>
  );
}

/** Commission and payment status of each validated voucher. */
function Commissions() {
  const [search] = useSearchParams();
  const page = readPageNumber(search);
  const list = useQuery({ ...queries.partners.commissions.queryOptions({ input: { page } }), staleTime: 0 });
  if (list.isError && !list.data)
    return <ErrorState title="Não foi possível carregar as comissões." onRetry={() => list.refetch()} />;
  if (!list.data) return <Skeleton className="h-40" />;
  if (list.data.commissions.length === 0)
    return (
      <EmptyState icon="pix" title="Nenhuma comissão ainda">
        Cada voucher validado rende uma comissão, paga todo mês por Pix.
      </EmptyState>
    );
  return (
    <div className="grid gap-4">
      <Card padded>
        <ul className="grid divide-y divide-line">
          {list.data.commissions.map((commission) => (
            <li key={commission.id} className="grid gap-1 py-3 first:pt-0 last:pb-0">
              <p className="flex items-baseline justify-between gap-3">
                <span className="tabular min-w-0 font-semibold max-sm:text-sm">
                  {formatVoucherCode(commission.voucherCode)}
                </span>
                <span className="tabular shrink-0 font-bold">{formatBrl(commission.amountCentavos)}</span>
              </p>
              <p className="flex items-center justify-between gap-3 text-sm text-ink-soft">
                <span>
                  {commission.serviceType} · {formatDateTime(commission.validatedAt)}
                </span>
                {commission.status === 'paid' ? (
                  <Badge tone="success">Paga</Badge>
                ) : (
                  <Badge tone="warning">Pendente</Badge>
                )}
              </p>
            </li>
          ))}
        </ul>
      </Card>
      <Pagination
        label="Páginas de comissões"
        page={page}
        pages={list.data.pages}
        hrefFor={(to) => ({ search: `?aba=comissoes&pagina=${to}` })}
      />
    </div>
  );
}
