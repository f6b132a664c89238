import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { WonPrize } from '@mare/contract/draws/prizes.ts';
import { queries } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Input, Textarea } from '../../ui/form/field.tsx';
import { FormError } from '../../ui/states.tsx';
import { drawErrorMessage } from '../draw-error-messages.ts';

/** Collects the winner's contact for delivery. */
export function ClaimForm({ prize }: { prize: WonPrize }) {
  const client = useQueryClient();
  const { register, handleSubmit } = useForm({
    defaultValues: prize.contact ?? { name: '', phone: '', note: '' },
  });
  const claim = useMutation(
    queries.draws.claimPrize.mutationOptions({
      onSuccess: () => client.invalidateQueries({ queryKey: queries.draws.myPrizes.key() }),
    }),
  );
  const submit = handleSubmit((contact) => claim.mutate({ winnerId: prize.winnerId, ...contact }));
  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Nome de quem recebe">
          <Input {...register('name')} required minLength={2} maxLength={120} autoComplete="name" />
        </Field>
        <Field label="Telefone com DDD">
          <Input {...register('phone')} required type="tel" minLength={8} maxLength={30} autoComplete="tel" />
        </Field>
      </div>
      {prize.prizeType === 'cash' ? (
        <Field
          label="Chave Pix ou conta bancária"
          hint="No nome de quem ganhou. Só a equipe vê, e ninguém pede senha ou código."
        >
          <Textarea rows={2} maxLength={500} required minLength={3} {...register('note')} />
        </Field>
      ) : (
        <Field label="Onde e quando é melhor" optional>
          <Textarea rows={2} maxLength={500} {...register('note')} />
        </Field>
      )}
      {claim.isError && <FormError>{drawErrorMessage(claim.error)}</FormError>}
      <Button type="submit" loading={claim.isPending} className="justify-self-start">
        {prize.state === 'open' ? 'Pedir o meu prêmio' : 'Guardar o novo contato'}
      </Button>
    </form>
  );
}
