import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { toast } from 'sonner';
import type { OrderDetail } from '@mare/contract/admin/order-detail.ts';
import { formatPhone } from '@mare/domain/accounts/person-numbers.ts';
import { ContactFields } from '../../admin/people/contact-fields.tsx';
import { ReasonField } from '../../admin/people/reason-field.tsx';
import { FactList } from '../../admin/fact-list.tsx';
import { Section } from '../../admin/people/person-section.tsx';
import { queries } from '../../api.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { validatePhone } from '../../ui/form/person-fields.ts';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { FormError } from '../../ui/states.tsx';
import { Permitted } from '../../admin/permissions/permitted.tsx';

/** Contact that receives the order's messages. */
export function OrderContact({ order }: { order: OrderDetail }) {
  const [isOpen, setOpen] = useState(false);
  const { buyer, contact, statedName } = order;
  const facts: [string, string][] = [
    ['Nome na compra', statedName ?? 'Não informado'],
    ['E-mail', contact.email ?? 'Não informado'],
    // For 'Paguei e cadê o e-mail?': a mistyped e-mail address differs from the confirmed one.
    ...(buyer.email && buyer.email !== contact.email
      ? [['E-mail da conta, que é outro', buyer.email] satisfies [string, string]]
      : []),
    ['Telefone', contact.phone ? formatPhone(contact.phone) : 'Não informado'],
    ...(buyer.phone && buyer.phone !== contact.phone
      ? [['Telefone da conta', formatPhone(buyer.phone)] satisfies [string, string]]
      : []),
  ];
  return (
    <Section title="Contato do pedido">
      <FactList facts={facts} />
      <Permitted to="correct-contacts">
        <Button variant="outline" size="sm" className="justify-self-start" onClick={() => setOpen(true)}>
          Corrigir contato
        </Button>
      </Permitted>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Corrigir o contato do pedido"
        description="As mensagens deste pedido passam a ir para o novo contato. O endereço antigo e o novo recebem um aviso. O nome da compra não muda, porque o comprovante o prova."
      >
        <ContactForm order={order} onDone={() => setOpen(false)} />
      </Dialog>
    </Section>
  );
}

function ContactForm({ order, onDone }: { order: OrderDetail; onDone: () => void }) {
  const { id, status } = order;
  // What the form was filled with; a later read of the order must not replace it, or a change in between is lost.
  const [contact] = useState(order.contact);
  const client = useQueryClient();
  const { register, handleSubmit, formState } = useForm({
    defaultValues: {
      email: contact.email ?? '',
      phone: contact.phone ? formatPhone(contact.phone) : '',
      reason: '',
    },
  });
  const correct = useMutation(
    queries.admin.orders.correctContact.mutationOptions({
      onSuccess: async (_result, { email }) => {
        toast.success('Contato corrigido!', {
          description:
            status === 'paid' && email !== contact.email
              ? 'O recibo não vai de novo sozinho: mande com Reenviar recibo.'
              : undefined,
        });
        onDone();
        await client.invalidateQueries({ queryKey: queries.admin.orders.key() });
      },
    }),
  );
  const submit = handleSubmit(({ email, phone, reason }) => {
    correct.mutate({
      id,
      before: contact,
      email: email.trim(),
      phone: phone.replaceAll(/\D/g, '') || null,
      reason,
    });
  });
  const { errors } = formState;
  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-4">
      <ContactFields
        email={register('email')}
        phone={register('phone', { validate: validatePhone })}
        phoneError={errors.phone?.message}
      />
      <ReasonField
        label="Por que corrigir"
        error={errors.reason?.message}
        {...register('reason', {
          validate: (reason) => reason.trim().length >= 3 || 'Escreva o motivo em poucas palavras.',
        })}
      />
      {correct.isError && <FormError>{errorMessage(correct.error)}</FormError>}
      <Button type="submit" block loading={correct.isPending}>
        Corrigir
      </Button>
    </form>
  );
}
