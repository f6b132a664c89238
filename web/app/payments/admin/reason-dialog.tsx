import { type ReactNode, useId } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../ui/button.tsx';
import { Field, Textarea } from '../../ui/form/field.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { FormError } from '../../ui/states.tsx';
import { validateNote } from './validate-note.ts';

interface ReasonDialogProps {
  title: string;
  /** What the action does. */
  children: ReactNode;
  /** Text of the button. */
  action: string;
  /** Where the reason is shown. */
  hint: string;
  isPending: boolean;
  error: string | null;
  onSubmit: (note: string) => void;
  onClose: () => void;
}

/** Asks for the reason of an action that changes a recorded decision about money. */
export function ReasonDialog({
  title,
  children,
  action,
  hint,
  isPending,
  error,
  onSubmit,
  onClose,
}: ReasonDialogProps) {
  const form = useId();
  const { register, handleSubmit, formState } = useForm({ defaultValues: { note: '' } });
  const submit = handleSubmit(({ note }) => onSubmit(note));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="outline" onClick={onClose}>
            Voltar
          </Button>
          <Button type="submit" form={form} variant="danger" loading={isPending}>
            {action}
          </Button>
        </div>
      }
    >
      <form id={form} className="grid gap-4" onSubmit={(event) => void submit(event)}>
        <p>{children}</p>
        <Field label="Motivo" hint={hint} error={formState.errors.note?.message}>
          <Textarea rows={2} maxLength={500} {...register('note', { validate: validateNote })} />
        </Field>
        {error && <FormError>{error}</FormError>}
      </form>
    </Dialog>
  );
}
