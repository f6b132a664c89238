import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { Commission } from '@mare/contract/affiliates/affiliates.ts';
import { queries } from '../api.ts';
import { formatBrl, formatDate, formatDateTime } from '../format.ts';
import { links } from '../links.ts';
import { Badge, type BadgeTone } from '../ui/data-display/badge.tsx';
import { Card } from '../ui/card.tsx';
import { readPageNumber } from '../ui/navigation/page-number.ts';
import { Pagination } from '../ui/navigation/pagination.tsx';
import { ErrorState, Skeleton } from '../ui/states.tsx';

/** Commissions of the caller, newest first. */
export function CommissionList() {
  const [search] = useSearchParams();
  const page = readPageNumber(search);
  const list = useQuery({
    ...queries.affiliates.commissions.queryOptions({ input: { page } }),
    staleTime: 0,
  });
  return (
    <section aria-labelledby="comissoes">
      <Card padded className="grid gap-4">
        <h2 id="comissoes" className="text-xl">
          Comissões
        </h2>
        {list.isError && !list.data && (
          <ErrorState
            title="Não foi possível carregar as comissões."
            onRetry={() => list.refetch()}
            className="py-4"
          />
        )}
        {list.isPending && <Skeleton className="h-24" />}
        {list.data?.commissions.length === 0 && (
          <p className="text-ink-soft">As compras pagas de quem chegou pelo seu link aparecem aqui.</p>
        )}
        {list.data && list.data.commissions.length > 0 && (
          <ul className="grid divide-y divide-line">
            {list.data.commissions.map((commission) => (
              <CommissionRow key={commission.id} commission={commission} />
            ))}
          </ul>
        )}
        {list.data && (
          <Pagination
            label="Páginas de comissões"
            page={page}
            pages={list.data.pages}
            hrefFor={(to) => links.affiliate(to)}
          />
        )}
      </Card>
    </section>
  );
}

function CommissionRow({ commission }: { commission: Commission }) {
  const { label, tone } = stateOf(commission);
  return (
    <li className="grid gap-1 py-3 first:pt-0 last:pb-0">
      <p className="flex items-center justify-between gap-3">
        <span className="font-semibold">{titleOf(commission)}</span>
        <span className="tabular shrink-0 font-bold">{formatBrl(commission.amountCentavos)}</span>
      </p>
      <p className="flex items-center justify-between gap-3 text-sm text-ink-soft">
        <time dateTime={commission.confirmedAt}>{formatDateTime(commission.confirmedAt)}</time>
        <Badge tone={tone}>{label}</Badge>
      </p>
      {commission.payableOn && (
        <p className="text-sm text-ink-soft">
          A pagar a partir de {formatDate(`${commission.payableOn}T12:00:00Z`)}
        </p>
      )}
      {commission.disputed && (
        <p className="text-sm text-ink-soft">Pagamento em contestação: espera a decisão</p>
      )}
    </li>
  );
}

function titleOf({ kind, orderCentavos, returnedCentavos }: Commission): string {
  return {
    sale: `Compra de ${formatBrl(orderCentavos)}`,
    restored: `Contestação revertida da compra de ${formatBrl(orderCentavos)}`,
    reversal: `Devolução de ${formatBrl(returnedCentavos)}`,
    own_purchase: 'Compra de outra conta sua',
    renounced: 'Baixa pela exclusão da conta',
  }[kind];
}

function stateOf({ kind, reversed, status }: Commission): { label: string; tone: BadgeTone } {
  if (kind === 'restored') return { label: 'Recuperada', tone: 'success' };
  if (kind !== 'sale') return { label: 'Desconto', tone: 'warning' };
  if (reversed) return { label: 'Cancelada', tone: 'neutral' };
  return status === 'paid' ? { label: 'Paga', tone: 'success' } : { label: 'Pendente', tone: 'sea' };
}
