import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { toast } from 'sonner';
import type { PaymentToReview, ReviewSubject } from '@mare/contract/payments/payments.ts';
import { queries } from '../../api.ts';
import { formatBrl, formatDateTime } from '../../format.ts';
import { errorMessage, isApiError } from '../../messages.ts';
import { Badge } from '../../ui/data-display/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, Textarea } from '../../ui/form/field.tsx';
import { useFocusNext } from '../../ui/focus/use-focus-next.ts';
import { CancelCashRefund } from './cancel-cash-refund.tsx';
import { PaymentHistoryView } from './payment-history-view.tsx';
import { reviewTitles } from './payment-labels.ts';
import { Permitted } from '../../admin/permissions/permitted.tsx';
import { validateNote } from './validate-note.ts';

export function ReviewCard({ item }: { item: PaymentToReview }) {
  const [detailed, setDetailed] = useState(false);
  // Its payment has no id that a person could look up.
  const isCash = item.kind === 'cash_to_return';
  /** Distinguishes buttons of one kind for screen readers. */
  const name = [reviewTitles[item.kind], isCash && item.buyerName, item.externalReference ?? item.paymentId]
    .filter(Boolean)
    .join(', ');
  return (
    <Card padded className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-lg">{reviewTitles[item.kind]}</h2>
        {item.amountCentavos !== null && <Badge tone="warning">{formatBrl(item.amountCentavos)}</Badge>}
      </div>
      <p className="text-sm wrap-anywhere text-ink-soft">
        Desde {formatDateTime(item.since)}
        {item.paymentId && !isCash && ` · pagamento ${item.paymentId}`}
        {item.externalReference && ` · pedido ${item.externalReference}`}
        {!isCash && item.buyerName && ` · ${item.buyerName}`}
      </p>
      {isCash && item.buyerName && <p className="font-semibold">Para {item.buyerName}</p>}
      <p className="font-semibold">{item.advice}</p>
      {item.externalReference && (
        <Button
          variant="outline"
          size="sm"
          className="justify-self-start"
          aria-expanded={detailed}
          onClick={() => setDetailed(!detailed)}
        >
          {detailed ? 'Ocultar histórico' : 'Ver histórico'}
          <span className="sr-only">: {name}</span>
        </Button>
      )}
      {detailed && item.externalReference && <PaymentHistoryView search={item.externalReference} />}
      {item.subject ? (
        <Permitted to="move-money">
          {item.isCancellable && <CancelCashRefund refundId={item.subject.id} name={name} />}
          {item.kind === 'refund_refused' ? (
            <>
              <Resolve subject={item.subject} name={name} texts={paidElsewhere} moneyReturned />
              <Resolve subject={item.subject} name={name} texts={notReturned} moneyReturned={false} />
            </>
          ) : (
            <Resolve subject={item.subject} name={name} texts={isCash ? handOver : resolution} />
          )}
        </Permitted>
      ) : (
        <p className="text-sm text-ink-soft">Sai da lista sozinho quando se resolver.</p>
      )}
    </Card>
  );
}

const resolution = {
  button: 'Marcar como resolvido',
  note: 'O que foi feito',
  hint: undefined,
  done: 'Anotado.',
  alreadyDone: 'Outra pessoa já marcou isto como resolvido.',
};
/** Recording the hand-over books the refund. */
const handOver = {
  button: 'Anotar a entrega',
  note: 'Quem recebeu, quando e o recibo',
  hint: 'Só depois de entregar: a devolução fica feita e sai do caixa.',
  done: 'Anotado: a devolução está feita.',
  alreadyDone:
    'Esta entrega já foi anotada. Antes de entregar de novo, veja no histórico do pedido por quem.',
};

/** Recording it books the refund. */
const paidElsewhere = {
  ...resolution,
  button: 'Anotar a devolução por outro meio',
  note: 'Como, quando e para quem foi devolvido',
  hint: 'Só depois de devolver: a devolução fica feita.',
  done: 'Anotado: a devolução está feita.',
  alreadyDone: 'Outra pessoa já decidiu isto. Antes de devolver de novo, veja no histórico do pedido.',
};
const notReturned = {
  ...resolution,
  button: 'Marcar como não devolvido',
  note: 'Por que o dinheiro não foi devolvido',
  hint: 'Nada muda no pedido. No histórico dele dá para decidir de novo.',
};

interface ResolveProps {
  subject: ReviewSubject;
  name: string;
  texts: { button: string; note: string; hint: string | undefined; done: string; alreadyDone: string };
  /** For a rejected refund: whether its money was returned by other means. */
  moneyReturned?: boolean;
}

function Resolve({ subject, name, texts, moneyReturned }: ResolveProps) {
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const shell = useFocusNext<HTMLDivElement>(open ? 'form' : 'button');
  const { register, handleSubmit, formState } = useForm({ defaultValues: { note: '' } });
  const { errors } = formState;
  const resolve = useMutation(queries.admin.resolveReview.mutationOptions());
  const send = (fields: { note: string }) =>
    resolve.mutate(
      { subject, moneyReturned, ...fields },
      {
        onSuccess: () => {
          toast.success(texts.done);
          void client.invalidateQueries({ queryKey: queries.admin.key() });
        },
        onError: (error) => {
          if (!isApiError(error, 'NOT_FOUND')) return;
          // A toast outlasts the card, which disappears with the refetch.
          toast.error(texts.alreadyDone, { duration: 20_000 });
          void client.invalidateQueries({ queryKey: queries.admin.key() });
        },
      },
    );
  if (!open)
    return (
      <div ref={shell}>
        <Button
          variant={moneyReturned === false ? 'outline' : 'secondary'}
          size="sm"
          onClick={() => setOpen(true)}
        >
          {texts.button}
          <span className="sr-only">: {name}</span>
        </Button>
      </div>
    );
  return (
    <div ref={shell}>
      <form className="grid gap-3" onSubmit={(event) => void handleSubmit(send)(event)}>
        <Field
          label={texts.note}
          hint={texts.hint}
          error={errors.note?.message ?? (resolve.isError ? errorMessage(resolve.error) : undefined)}
        >
          <Textarea rows={2} maxLength={500} {...register('note', { validate: validateNote })} />
        </Field>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="secondary" size="sm" loading={resolve.isPending}>
            Confirmar
          </Button>
          <Button variant="quiet" size="sm" onClick={() => setOpen(false)}>
            Cancelar
          </Button>
        </div>
      </form>
    </div>
  );
}
