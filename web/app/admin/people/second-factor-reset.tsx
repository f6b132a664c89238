import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { toast } from 'sonner';
import type { Person } from '@mare/contract/admin/people-admin.ts';
import { queries } from '../../api.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { ReasonField } from './reason-field.tsx';

/** Turns off the second factor of a person who lost their phone and verified their identity. */
export function SecondFactorReset({ person }: { person: Person }) {
  const [isAsked, setAsked] = useState(false);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
      <p className="text-ink-soft">Entra com senha e com um código do celular.</p>
      <Button variant="outline" size="sm" onClick={() => setAsked(true)}>
        Desligar o código
      </Button>
      <Dialog
        open={isAsked}
        onOpenChange={setAsked}
        title="Desligar a verificação em duas etapas?"
        description="Só para quem perdeu o celular, e depois de conferir que é mesmo a pessoa. Todas as sessões terminam, e ela recebe um e-mail."
      >
        <ResetForm id={person.id} onDone={() => setAsked(false)} />
      </Dialog>
    </div>
  );
}

function ResetForm({ id, onDone }: { id: string; onDone: () => void }) {
  const client = useQueryClient();
  const { register, handleSubmit, control } = useForm({ defaultValues: { reason: '' } });
  const reason = useWatch({ control, name: 'reason' });
  const reset = useMutation(
    queries.accounts.resetSecondFactor.mutationOptions({
      onSuccess: async () => {
        toast.success('Verificação em duas etapas desligada!');
        onDone();
        await client.invalidateQueries({ queryKey: queries.admin.people.key() });
      },
    }),
  );
  const submit = handleSubmit((fields) => reset.mutate({ id, ...fields }));
  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-5">
      <ReasonField
        label="Como você conferiu quem é"
        error={reset.isError ? errorMessage(reset.error) : undefined}
        {...register('reason')}
      />
      <Button type="submit" variant="danger" block disabled={reason.trim() === ''} loading={reset.isPending}>
        Desligar
      </Button>
    </form>
  );
}
