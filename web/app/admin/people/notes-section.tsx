import { useMutation } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import type { Permission } from '@mare/domain/accounts/permissions.ts';
import { formatDateTime } from '../../format.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Textarea } from '../../ui/form/field.tsx';
import { unsentText } from '../../ui/form/unsent-text.ts';
import { Permitted } from '../permissions/permitted.tsx';
import { Section } from './person-section.tsx';

interface Note {
  id: string | number;
  note: string;
  /** Null when the author's account was deleted. */
  author: string | null;
  createdAt: string;
}

interface NotesSectionProps {
  notes: Note[];
  mayAdd: Permission;
  /** Stores a note and reloads the list. */
  onAdd: (note: string) => Promise<void>;
}

/** Notes of the team about a person or an order, and a form for a new one. */
export function NotesSection({ notes, mayAdd, onAdd }: NotesSectionProps) {
  const { register, handleSubmit, control, getValues, setValue, setFocus } = useForm({
    defaultValues: { note: '' },
  });
  const note = useWatch({ control, name: 'note' });
  const add = useMutation({
    mutationFn: onAdd,
    onSuccess: (_stored, sent) => {
      const byKeyboard = document.activeElement?.matches('button:focus-visible') ?? false;
      setValue('note', unsentText(getValues('note'), sent));
      // The button of an empty form loses the focus.
      if (byKeyboard) setFocus('note');
    },
  });
  const submit = handleSubmit((fields) => add.mutate(fields.note));
  return (
    <Section title="Anotações">
      <Permitted to={mayAdd}>
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
      <ul aria-live="polite" className="grid gap-3">
        {notes.map((one) => (
          <li key={one.id} className="rounded-md bg-sunken p-3">
            <p className="wrap-anywhere whitespace-pre-line">{one.note}</p>
            <p className="text-sm text-ink-soft">
              {one.author ?? 'Alguém que já saiu'} · {formatDateTime(one.createdAt)}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
