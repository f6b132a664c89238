import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { PeopleFilters } from '@mare/contract/admin/people-admin.ts';
import { BULK_ITEMS_MAX, countSubjects } from '@mare/domain/admin/bulk-actions.ts';
import { queries } from '../../api.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Input, Options, Select } from '../../ui/form/field.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { FormError } from '../../ui/states.tsx';

interface TagAllPeopleProps {
  filters: PeopleFilters;
  /** An action began. */
  onStarted: () => void;
}

/** Adds a tag to all people that the filter finds, or removes it, in the background. */
export function TagAllPeople({ filters, onStarted }: TagAllPeopleProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        Etiquetar todos deste filtro
      </Button>
      {isOpen && (
        <TagAllDialog
          filters={filters}
          onClose={() => setOpen(false)}
          onStarted={() => {
            setOpen(false);
            onStarted();
          }}
        />
      )}
    </div>
  );
}

const KINDS = { tag: 'Pôr', untag: 'Tirar' };

function TagAllDialog({ filters, onClose, onStarted }: TagAllPeopleProps & { onClose: () => void }) {
  const client = useQueryClient();
  const { bulk } = queries.admin.people;
  // One idempotency key per dialog: a repeated press starts one action.
  const [id] = useState(() => crypto.randomUUID());
  const counted = useQuery({ ...bulk.count.queryOptions({ input: filters }), staleTime: 0 });
  const count = counted.data?.count ?? 0;
  const { register, control, handleSubmit } = useForm<{ kind: 'tag' | 'untag'; tag: string }>({
    defaultValues: { kind: 'tag', tag: '' },
  });
  const { kind = 'tag', tag = '' } = useWatch({ control });
  const start = useMutation(
    bulk.start.mutationOptions({
      onSuccess: (actions) => {
        client.setQueryData(bulk.list.queryKey(), actions);
        onStarted();
      },
    }),
  );
  const submit = handleSubmit((fields) =>
    start.mutate({ id, filters, work: { ...fields, tag: fields.tag.trim() } }),
  );
  const isTooMany = count > BULK_ITEMS_MAX;
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={
        counted.data && !isTooMany ? `Etiqueta para ${countSubjects('people', count)}` : 'Etiqueta para todos'
      }
      action={KINDS[kind]}
      variant="secondary"
      disabled={tag.trim().length < 2 || count === 0 || isTooMany}
      loading={start.isPending}
      onConfirm={() => void submit()}
    >
      <div className="grid gap-4">
        <Field label="O que fazer">
          <Select {...register('kind')}>
            <Options labels={{ tag: 'Pôr a etiqueta', untag: 'Tirar a etiqueta' }} />
          </Select>
        </Field>
        <Field label="Etiqueta">
          <Input maxLength={40} autoComplete="off" {...register('tag')} />
        </Field>
        <p className="text-sm text-ink-soft">
          {counted.data && count === 0
            ? 'O filtro não encontra ninguém com exatamente esse texto.'
            : 'Vale para quem o filtro encontra agora. O trabalho segue sozinho, e pode ser parado e desfeito.'}
        </p>
        {isTooMany && (
          <FormError>São mais de 50.000 pessoas. Filtre um pouco mais e faça por partes.</FormError>
        )}
        {start.isError && <FormError>{errorMessage(start.error)}</FormError>}
      </div>
    </ConfirmDialog>
  );
}
