import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import { ListRows } from '../../admin/lists/admin-list.tsx';
import { queries } from '../../api.ts';
import { pageMeta } from '../../document/page-meta.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, Input } from '../../ui/form/field.tsx';
import { PaymentHistoryView } from './payment-history-view.tsx';
import { ReviewCard } from './review-card.tsx';

export const meta = pageMeta({
  title: 'Pagamentos a revisar',
  description: 'Pagamentos que precisam de uma pessoa.',
  index: false,
});

const REFRESH_MS = 15_000;

export default function PaymentsToReviewPage() {
  return (
    <>
      <h1 className="text-3xl">Pagamentos a revisar</h1>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-2">
        <ToReview />
        <FindOrder />
      </div>
    </>
  );
}

function ToReview() {
  const reviews = useQuery({
    ...queries.admin.paymentsToReview.queryOptions(),
    select: (rows) => ({ rows }),
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  });
  return (
    <ListRows
      layout="cards"
      query={reviews}
      empty={{ icon: 'check', title: 'Nada para revisar', text: 'Todos os pagamentos estão em ordem.' }}
      keyOf={({ kind, subject, since, paymentId, externalReference }) =>
        [kind, ...(subject ? [subject.id] : [since, paymentId, externalReference])].join(' ')
      }
      renderRow={(item) => <ReviewCard item={item} />}
    />
  );
}

function FindOrder() {
  const [search, setSearch] = useSearchParams();
  const requestedOrder = search.get('pedido') ?? '';
  const { register, handleSubmit } = useForm({ defaultValues: { reference: requestedOrder } });
  const submit = handleSubmit(({ reference }) =>
    setSearch(reference.trim() ? { pedido: reference.trim() } : {}),
  );
  return (
    <Card padded className="grid gap-5">
      <form onSubmit={(event) => void submit(event)} className="grid gap-3">
        <h2 className="text-xl">Procurar um pedido</h2>
        <Field label="Referência do pedido ou número do pagamento">
          <Input maxLength={64} {...register('reference')} />
        </Field>
        <Button type="submit" variant="secondary" icon="search" className="justify-self-start">
          Procurar
        </Button>
      </form>
      {requestedOrder && <PaymentHistoryView key={requestedOrder} search={requestedOrder} />}
    </Card>
  );
}
