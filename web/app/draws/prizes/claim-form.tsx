import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { WonPrize } from '@mare/contract/draws/prizes.ts';
import { queries } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Input, Textarea } from '../../ui/form/field.tsx';
import { FormError } from '../../ui/states.tsx';
import { drawSentenceFor } from '../draw-error-messages.ts';

/** How to reach the winner. */
export function ClaimForm({ prize }: { prize: WonPrize }) {
  const client = useQueryClient();
  const [contact, setContact] = useState(prize.contact ?? { name: '', phone: '', note: '' });
  const claim = useMutation(
    queries.draws.claimPrize.mutationOptions({
      onSuccess: () => client.invalidateQueries({ queryKey: queries.draws.myPrizes.key() }),
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    claim.mutate({ winnerId: prize.winnerId, ...contact });
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Nome de quem recebe">
          <Input
            required
            minLength={2}
            maxLength={120}
            autoComplete="name"
            value={contact.name}
            onChange={(event) => setContact({ ...contact, name: event.target.value })}
          />
        </Field>
        <Field label="Telefone com DDD">
          <Input
            required
            type="tel"
            minLength={8}
            maxLength={30}
            autoComplete="tel"
            value={contact.phone}
            onChange={(event) => setContact({ ...contact, phone: event.target.value })}
          />
        </Field>
      </div>
      <Field label="Onde e quando é melhor" optional>
        <Textarea
          rows={2}
          maxLength={500}
          value={contact.note}
          onChange={(event) => setContact({ ...contact, note: event.target.value })}
        />
      </Field>
      {claim.isError && <FormError>{drawSentenceFor(claim.error)}</FormError>}
      <Button type="submit" loading={claim.isPending} className="justify-self-start">
        {prize.state === 'open' ? 'Pedir o meu prêmio' : 'Guardar o novo contato'}
      </Button>
    </form>
  );
}
