import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import type { GivenCota } from '@mare/contract/orders/gifts.ts';
import type { Order } from '@mare/contract/orders/orders.ts';
import { queries } from '../../api.ts';
import { formatCotaNumber } from '../../format.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { Field, Input, Select } from '../../ui/form/field.tsx';
import { GiftLink } from './gift-link.tsx';

interface GiveDialogProps {
  order: Order;
  /** Ids of rifas whose cotas can be given. */
  open: string[];
  given: GivenCota[];
  onClose: () => void;
}

export function GiveDialog({ order, open, given, onClose }: GiveDialogProps) {
  const cache = useQueryClient();
  const choices = order.items
    .filter((item) => open.includes(item.rifaId))
    .flatMap((item) =>
      item.selectedNumbers
        .filter((number) => !given.some((gift) => gift.rifaId === item.rifaId && gift.number === number))
        .map((number) => ({ ...item, number, key: `${item.rifaId} ${number}` })),
    );
  const { register, handleSubmit, control } = useForm({
    defaultValues: { key: choices[0]?.key ?? '', recipientName: '', email: '' },
  });
  const [key, recipientName] = useWatch({ control, name: ['key', 'recipientName'] });
  const give = useMutation(
    queries.orders.giveCota.mutationOptions({
      onSettled: () => cache.invalidateQueries({ queryKey: queries.orders.givenCotas.key() }),
    }),
  );
  const chosen = choices.find((choice) => choice.key === key);
  const submit = handleSubmit((fields) => {
    if (!chosen) return;
    give.mutate({
      externalReference: order.externalReference,
      rifaId: chosen.rifaId,
      number: chosen.number,
      recipientName: fields.recipientName,
      email: fields.email.trim() || null,
    });
  });
  const sentTo = give.variables?.email;
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()} size="sm" title="Presentear uma cota">
      {give.data ? (
        <div className="grid gap-4">
          <p className="text-lg font-semibold">Pronto! Falta {give.data.recipientName} aceitar.</p>
          <p className="text-ink-soft">
            {sentTo ? `Enviamos o link para ${sentTo}. ` : ''}Você também pode mandar o link:
          </p>
          <div className="flex flex-wrap gap-2">
            <GiftLink reference={give.data.reference} recipientName={give.data.recipientName} />
          </div>
          <Button variant="secondary" onClick={onClose}>
            Concluir
          </Button>
        </div>
      ) : (
        <form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
          <Field label="Cota">
            <Select {...register('key')}>
              {choices.map((choice) => (
                <option key={choice.key} value={choice.key}>
                  {formatCotaNumber(choice.number, choice.totalNumbers)} · {choice.title}
                </option>
              ))}
            </Select>
          </Field>
          <Field label="Nome de quem ganha">
            <Input maxLength={60} autoComplete="off" {...register('recipientName')} />
          </Field>
          <Field
            label="E-mail de quem ganha"
            optional
            hint="Enviamos o link. Sem e-mail, você manda o link por WhatsApp ou como preferir."
            error={give.error && errorMessage(give.error)}
          >
            <Input type="email" maxLength={255} autoComplete="off" {...register('email')} />
          </Field>
          <Button
            type="submit"
            disabled={!chosen || recipientName.trim() === ''}
            loading={give.isPending}
            loadingText="Preparando..."
          >
            Dar de presente
          </Button>
        </form>
      )}
    </Dialog>
  );
}
