import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import type { OrderDetail } from '@mare/contract/admin/order-detail.ts';
import { adminTabLink } from '../../admin/admin-tabs.ts';
import { Section } from '../../admin/people/person-section.tsx';
import { queries } from '../../api.ts';
import { formatDateTime } from '../../format.ts';
import { errorMessage } from '../../messages.ts';
import { usePermission } from '../../session/use-permission.ts';
import { Button } from '../../ui/button.tsx';
import { filled } from '../../ui/form/field-rules.ts';
import { Field, Input, Textarea } from '../../ui/form/field.tsx';
import { FormError } from '../../ui/states.tsx';
import { useFocusNext } from '../../ui/focus/use-focus-next.ts';

const ticketLink = (id: string) => `${adminTabLink('support')}?status=all&ticket=${id}`;

/** Tickets of the buyer, and a new one about this order. */
export function OrderTickets({ order }: { order: OrderDetail }) {
  const mayAnswer = usePermission('answer-tickets');
  const [isWriting, setWriting] = useState(false);
  const writing = useFocusNext<HTMLDivElement>(String(isWriting));
  const { tickets } = order;
  return (
    <Section title="Atendimento">
      {tickets.length === 0 && <p className="text-ink-soft">Nenhum ticket desta pessoa.</p>}
      <ul className="grid gap-2">
        {tickets.map(({ id, subject, createdAt }) => (
          <li key={id} className="text-sm">
            {mayAnswer ? (
              <Link to={ticketLink(id)} className="text-link wrap-anywhere">
                {subject}
              </Link>
            ) : (
              <span className="wrap-anywhere">{subject}</span>
            )}
            <span className="block text-ink-soft">{formatDateTime(createdAt)}</span>
          </li>
        ))}
      </ul>
      <div ref={writing}>
        {mayAnswer && !isWriting && (
          <Button variant="outline" size="sm" onClick={() => setWriting(true)}>
            Escrever sobre este pedido
          </Button>
        )}
        {isWriting && <NewTicket order={order} onClose={() => setWriting(false)} />}
      </div>
    </Section>
  );
}

function NewTicket({ order, onClose }: { order: OrderDetail; onClose: () => void }) {
  const navigate = useNavigate();
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { subject: 'Sobre o seu pedido', message: '' },
    mode: 'onTouched',
  });
  const open = useMutation(
    queries.desk.open.mutationOptions({ onSuccess: ({ id }) => navigate(ticketLink(id)) }),
  );
  const submit = handleSubmit((fields) =>
    open.mutate({ userId: order.buyer.id, orderId: order.id, ...fields }),
  );
  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <Field label="Assunto" error={formState.errors.subject?.message}>
        <Input
          maxLength={200}
          {...register('subject', { validate: filled('Diga em poucas palavras do que se trata.') })}
        />
      </Field>
      <Field
        label="Mensagem"
        hint={
          order.buyer.email
            ? 'Chega na conta e no e-mail de quem comprou.'
            : 'Chega só na conta de quem comprou, que não tem e-mail.'
        }
        error={formState.errors.message?.message}
      >
        <Textarea
          rows={4}
          maxLength={5000}
          {...register('message', { validate: filled('Escreva a mensagem.') })}
        />
      </Field>
      {open.isError && <FormError>{errorMessage(open.error)}</FormError>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="sm" loading={open.isPending} loadingText="Enviando...">
          Enviar mensagem
        </Button>
        <Button variant="quiet" size="sm" onClick={onClose}>
          Cancelar
        </Button>
      </div>
    </form>
  );
}
