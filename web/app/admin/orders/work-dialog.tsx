import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, type UseFormRegisterReturn, useWatch } from 'react-hook-form';
import type { OrderWork } from '@mare/contract/admin/bulk-actions.ts';
import { countSubjects, type TagColour } from '@mare/domain/admin/bulk-actions.ts';
import { queries } from '../../api.ts';
import { errorMessage } from '../../messages.ts';
import { Field, Options, Select, Textarea } from '../../ui/form/field.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { FormError } from '../../ui/states.tsx';
import type { ChosenOrders } from './use-selection.ts';
import { TagFields } from './tag-fields.tsx';

export type Work = OrderWork['kind'];

interface WorkDialogProps {
  work: Work;
  chosen: ChosenOrders;
  onClose: () => void;
  onStarted: () => void;
}

interface Fields {
  tag: string;
  colour: TagColour;
  note: string;
}

const ACTIONS: Record<Work, string> = {
  tag: 'Etiquetar',
  untag: 'Tirar',
  receipt: 'Reenviar',
  note: 'Anotar',
};

/** Asks for the input of an action on the selected orders, and starts it. */
export function WorkDialog({ work, chosen, onClose, onStarted }: WorkDialogProps) {
  const client = useQueryClient();
  // One idempotency key per dialog: a repeated press starts one action.
  const [id] = useState(() => crypto.randomUUID());
  const { register, control, handleSubmit } = useForm<Fields>({
    defaultValues: { tag: '', colour: 'sea', note: '' },
  });
  const { tag, note } = useWatch({ control });
  const start = useMutation(
    queries.admin.orders.bulk.start.mutationOptions({
      onSuccess: (actions) => {
        client.setQueryData(queries.admin.orders.bulk.list.queryKey(), actions);
        onStarted();
      },
    }),
  );
  const submit = handleSubmit((fields) =>
    start.mutate({ id, filters: chosen.filters, work: toWork(work, fields) }),
  );
  const items = countSubjects('orders', chosen.count);
  const titles: Record<Work, string> = {
    tag: `Etiquetar ${items}`,
    untag: `Tirar etiqueta de ${items}`,
    receipt: `Reenviar recibos de ${items}`,
    note: `Anotar em ${items}`,
  };
  const isIncomplete = {
    tag: (tag ?? '').trim().length < 2,
    untag: tag === '',
    note: (note ?? '').trim() === '',
    receipt: false,
  };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={titles[work]}
      action={ACTIONS[work]}
      variant="secondary"
      disabled={isIncomplete[work]}
      loading={start.isPending}
      onConfirm={() => void submit()}
    >
      <div className="grid gap-4">
        {work === 'tag' && (
          <TagFields tagField={register('tag')} colourField={register('colour')} tag={tag ?? ''} />
        )}
        {work === 'untag' && <KnownTag {...register('tag')} />}
        {work === 'note' && (
          <Field label="Anotação" hint="Só a equipe lê. Fica na página de cada pedido.">
            <Textarea rows={3} maxLength={2000} {...register('note')} />
          </Field>
        )}
        {work === 'receipt' && (
          <p>
            Cada comprador recebe o e-mail do recibo outra vez. Pedidos ainda não pagos ou sem e-mail ficam de
            fora. Um e-mail enviado não volta.
          </p>
        )}
        <p className="text-sm text-ink-soft">
          {!chosen.filters.ids && 'Vale para os pedidos que o filtro encontra agora. '}O trabalho segue
          sozinho: você acompanha e pode parar em “Em lote”.
        </p>
        {start.isError && <FormError>{errorMessage(start.error)}</FormError>}
      </div>
    </ConfirmDialog>
  );
}

function KnownTag(field: UseFormRegisterReturn) {
  const choices = useQuery(queries.admin.orders.choices.queryOptions());
  const names = Object.fromEntries((choices.data?.tags ?? []).map(({ name }) => [name, name]));
  return (
    <Field label="Etiqueta">
      <Select {...field}>
        <option value="">Escolha</option>
        <Options labels={names} />
      </Select>
    </Field>
  );
}

function toWork(work: Work, { tag, colour, note }: Fields): OrderWork {
  switch (work) {
    case 'tag':
      return { kind: work, tag: tag.trim(), colour };
    case 'untag':
      return { kind: work, tag };
    case 'note':
      return { kind: work, note };
    case 'receipt':
      return { kind: work };
  }
}
