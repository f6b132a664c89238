import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import type { OrderDetail } from '@mare/contract/admin/order-detail.ts';
import { Section } from '../../admin/people/person-section.tsx';
import { queries } from '../../api.ts';
import { formatDateTime } from '../../format.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Textarea } from '../../ui/form/field.tsx';
import { Permitted } from '../../admin/permitted.tsx';

/** Notes of the team. */
export function OrderNotes({ order: { id, notes } }: { order: OrderDetail }) {
  const client = useQueryClient();
  const { register, handleSubmit, control, reset } = useForm({ defaultValues: { note: '' } });
  const note = useWatch({ control, name: 'note' });
  const add = useMutation(
    queries.admin.orders.addNote.mutationOptions({
      onSuccess: async () => {
        reset();
        await client.invalidateQueries({ queryKey: queries.admin.orders.find.key({ input: { id } }) });
      },
    }),
  );
  const submit = handleSubmit((fields) => add.mutate({ id, ...fields }));
  return (
    <Section title="Anotações">
      <Permitted to="work-on-orders">
        <form onSubmit={(event) => void submit(event)} className="grid gap-3">
          <Field
            label="Nova anotação"
            hint="Só a equipe lê."
            error={add.isError ? errorMessage(add.error) : undefined}
          >
            <Textarea rows={2} maxLength={2000} {...register('note')} />
          </Field>
          <Button
            type="submit"
            variant="secondary"
            size="sm"
            className="justify-self-start"
            disabled={note.trim() === ''}
            loading={add.isPending}
          >
            Anotar
          </Button>
        </form>
      </Permitted>
      <ul className="grid gap-3">
        {notes.map((one) => (
          <li key={one.id} className="rounded-md bg-sunken p-3">
            <p className="wrap-anywhere whitespace-pre-line">{one.note}</p>
            <p className="text-sm text-ink-soft">
              {one.authorName ?? 'Alguém que já saiu'} · {formatDateTime(one.createdAt)}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
