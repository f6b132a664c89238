import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { toast } from 'sonner';
import { formatCpf } from '@mare/domain/accounts/person-numbers.ts';
import { QueryState } from '../../admin/lists/query-state.tsx';
import { queries } from '../../api.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/form/field.tsx';
import { FormError } from '../../ui/states.tsx';
import { useFocusNextRow } from '../../ui/focus/use-focus-next-row.ts';

/** The list of people who may not take part, with its form. */
export function ExcludedPeople() {
  const people = useQuery({ ...queries.admin.settings.excludedPeople.queryOptions(), staleTime: 0 });
  const admit = useMutation(
    queries.admin.settings.admitPerson.mutationOptions(useRefresh('Essa pessoa pode participar de novo.')),
  );
  const list = useFocusNextRow<HTMLUListElement>();
  return (
    <div className="grid gap-5">
      <ExcludeForm />
      <QueryState query={people} />
      {people.data?.length === 0 && <p className="text-sm text-ink-soft">A lista está vazia.</p>}
      <ul ref={list} className="grid gap-2" aria-label="Quem não pode participar">
        {people.data?.map(({ cpf, note }) => (
          <li
            key={cpf}
            tabIndex={-1}
            className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-2"
          >
            <span className="min-w-0 break-words">
              <span className="tabular">{formatCpf(cpf)}</span> · {note}
            </span>
            <Button
              variant="quiet"
              size="sm"
              icon="trash"
              aria-label={`Tirar ${note} da lista`}
              onClick={() => admit.mutate({ cpf })}
            >
              Tirar
            </Button>
          </li>
        ))}
      </ul>
      {admit.isError && <FormError>{errorMessage(admit.error)}</FormError>}
    </div>
  );
}

function ExcludeForm() {
  const { register, handleSubmit, reset } = useForm({ defaultValues: { cpf: '', note: '' } });
  const exclude = useMutation(
    queries.admin.settings.excludePerson.mutationOptions(
      useRefresh('Essa pessoa não pode mais participar.', () => reset()),
    ),
  );
  const submit = handleSubmit((person) => exclude.mutate(person));
  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-4">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="CPF">
          <Input inputMode="numeric" required minLength={11} maxLength={14} {...register('cpf')} />
        </Field>
        <Field label="Quem é" hint="Nome e cargo, só para a equipe.">
          <Input required minLength={2} maxLength={120} {...register('note')} />
        </Field>
      </div>
      {exclude.isError && <FormError>{errorMessage(exclude.error)}</FormError>}
      <Button
        type="submit"
        variant="secondary"
        size="sm"
        className="justify-self-start"
        loading={exclude.isPending}
      >
        Incluir na lista
      </Button>
    </form>
  );
}

function useRefresh(done: string, onDone?: () => void) {
  const client = useQueryClient();
  return {
    onSuccess: async () => {
      toast.success(done);
      await client.invalidateQueries({ queryKey: queries.admin.settings.excludedPeople.key() });
      onDone?.();
    },
  };
}
