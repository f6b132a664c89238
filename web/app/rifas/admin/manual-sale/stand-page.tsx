import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { RifaSummary } from '@mare/contract/rifas/rifa-detail.ts';
import { Rows } from '../../../admin/lists/admin-list.tsx';
import { queries } from '../../../api.ts';
import { formatBrl, formatInteger } from '../../../format.ts';
import { errorMessage } from '../../../messages.ts';
import { links } from '../../../links.ts';
import { usePlans } from '../../../purchase/choose/use-plans.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ErrorState, Skeleton } from '../../../ui/states.tsx';
import { Icon } from '../../../ui/style/icons.tsx';
import { ManualSaleForm } from './manual-sale-form.tsx';
import { STAND } from './stand-link.ts';

/** Cash sales at a stand: choose a rifa, sell, hand over the receipt, sell again. The rifa is in the URL. */
export default function StandPage() {
  const [search] = useSearchParams();
  const id = search.get(STAND);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-3xl">Vender no balcão</h1>
        <LinkButton to={links.stand()} variant="outline" size="sm">
          Vender sem internet
        </LinkButton>
      </div>
      {id ? <Sale id={id} /> : <RifasOnSale />}
    </>
  );
}

function RifasOnSale() {
  const rifas = useQuery({ ...queries.rifas.list.queryOptions(), staleTime: 0 });
  if (rifas.isError && !rifas.data)
    return <ErrorState title={errorMessage(rifas.error)} onRetry={() => rifas.refetch()} />;
  if (!rifas.data) return <Skeleton className="h-64" />;
  return (
    <Rows
      rows={rifas.data.filter(({ status }) => status === 'active')}
      empty={{ icon: 'ticket', title: 'Nenhuma rifa à venda agora' }}
      keyOf={({ id }) => id}
      renderRow={(rifa) => <RifaLine rifa={rifa} />}
    />
  );
}

function RifaLine({ rifa }: { rifa: RifaSummary }) {
  return (
    <Link
      to={`?${STAND}=${rifa.id}`}
      className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 p-4 hover:bg-sea-tint/50"
    >
      <strong className="wrap-anywhere">{rifa.title}</strong>
      <span className="tabular text-ink-soft">
        {formatBrl(rifa.priceCentavos)} por cota · {formatInteger(rifa.totalNumbers - rifa.soldNumbers)}{' '}
        livres
      </span>
    </Link>
  );
}

function Sale({ id }: { id: string }) {
  const client = useQueryClient();
  // Each sale has a new form and a new idempotency key.
  const [sales, setSales] = useState(0);
  const rifa = useQuery({
    ...queries.rifas.find.queryOptions({ input: { id } }),
    refetchOnWindowFocus: false,
  });
  const plans = usePlans(rifa.data);
  return (
    <>
      <Link
        to="?"
        className="flex min-h-6 items-center gap-1 justify-self-start text-sm font-semibold text-sea"
      >
        <Icon name="chevronLeft" />
        Escolher outra rifa
      </Link>
      {!plans && !rifa.isError && <Skeleton className="h-64" />}
      {rifa.isError && <ErrorState title={errorMessage(rifa.error)} onRetry={() => rifa.refetch()} />}
      {rifa.data && plans && (
        <Card padded className="grid max-w-xl grid-cols-[minmax(0,1fr)] gap-5">
          <h2 className="text-xl wrap-anywhere">{rifa.data.title}</h2>
          <ManualSaleForm
            key={sales}
            rifa={rifa.data}
            plans={plans}
            onSold={() => void client.invalidateQueries({ queryKey: queries.rifas.key() })}
            onDone={() => setSales(sales + 1)}
          />
        </Card>
      )}
    </>
  );
}
