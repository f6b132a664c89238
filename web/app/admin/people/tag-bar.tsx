import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { toast } from 'sonner';
import { queries } from '../../api.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/form/field.tsx';

interface TagBarProps {
  ids: string[];
  onDone: () => void;
}

/** Tags the selected people, with undo. */
export function TagBar({ ids, onDone }: TagBarProps) {
  const client = useQueryClient();
  const { register, handleSubmit, control } = useForm({ defaultValues: { tag: '' } });
  const tag = useWatch({ control, name: 'tag' });
  const refresh = () => client.invalidateQueries({ queryKey: queries.admin.people.key() });
  const onError = (error: Error) => void toast.error(errorMessage(error));
  const undo = useMutation(queries.admin.people.tag.mutationOptions({ onSuccess: refresh, onError }));
  const put = useMutation(
    queries.admin.people.tag.mutationOptions({
      onSuccess: async ({ ids: changed }, input) => {
        toast.success(`Etiqueta “${input.tag}” posta em ${changed.length}.`, {
          action:
            changed.length > 0
              ? { label: 'Desfazer', onClick: () => undo.mutate({ ...input, ids: changed, tagged: false }) }
              : undefined,
        });
        onDone();
        await refresh();
      },
      onError,
    }),
  );
  const submit = handleSubmit((fields) => put.mutate({ ids, tag: fields.tag.trim(), tagged: true }));
  return (
    <form
      onSubmit={(event) => void submit(event)}
      className="sticky-at-foot z-10 flex flex-wrap items-end gap-3 rounded-lg border border-line bg-surface p-4 shadow-lift"
    >
      <Field
        label={ids.length === 1 ? 'Etiqueta para 1 pessoa' : `Etiqueta para ${ids.length} pessoas`}
        className="min-w-0 grow"
      >
        <Input maxLength={40} {...register('tag')} />
      </Field>
      <Button
        type="submit"
        variant="secondary"
        size="sm"
        disabled={tag.trim().length < 2}
        loading={put.isPending}
      >
        Pôr etiqueta
      </Button>
      <Button variant="quiet" size="sm" onClick={onDone}>
        Cancelar
      </Button>
    </form>
  );
}
