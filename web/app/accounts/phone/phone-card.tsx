import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PhoneConfirmation } from '@mare/contract/accounts/phone-confirmation.ts';
import { queries } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { useFocusNext } from '../../ui/focus/use-focus-next.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { ConfirmPhone } from './confirm-phone.tsx';

/** The confirmed phone in Minha Conta. Renders nothing if the shop sends no text messages. */
export function PhoneCard() {
  const { data, dataUpdatedAt, isPending, isError, refetch } = useQuery(
    queries.accounts.phoneConfirmation.queryOptions(),
  );
  if (data?.state === 'unavailable') return null;
  return (
    <section aria-labelledby="celular" className="grid gap-4">
      <h2 id="celular" className="text-2xl">
        Celular
      </h2>
      {isError && <ErrorState title="Não foi possível carregar o seu celular." onRetry={() => refetch()} />}
      {isPending && <Skeleton className="h-56" />}
      {data && (
        <Card padded className="grid gap-5">
          <Phone confirmation={data} readAt={dataUpdatedAt} />
        </Card>
      )}
    </section>
  );
}

interface PhoneProps {
  confirmation: PhoneConfirmation;
  readAt: number;
}

function Phone({ confirmation, readAt }: PhoneProps) {
  const [isChanging, setIsChanging] = useState(false);
  const shell = useFocusNext<HTMLDivElement>(`${confirmation.state === 'confirmed'} ${isChanging}`);
  const [before, setBefore] = useState(confirmation.state);
  if (before !== confirmation.state) {
    setBefore(confirmation.state);
    if (confirmation.state === 'confirmed') setIsChanging(false);
  }
  if (confirmation.state === 'confirmed' && !isChanging)
    return (
      <div ref={shell} aria-live="polite" className="flex flex-wrap items-center justify-between gap-3">
        <p>
          Celular confirmado: o número que termina em <strong>{confirmation.phoneEnd}</strong>.
        </p>
        <Button variant="outline" size="sm" onClick={() => setIsChanging(true)}>
          Trocar de número
        </Button>
      </div>
    );
  return (
    <div ref={shell} className="grid gap-5">
      <p className="text-ink-soft">
        Confirme seu celular com um código por SMS: assim só você usa o seu CPF aqui. Pedimos uma vez só.
      </p>
      <ConfirmPhone
        confirmation={isChanging ? { ...confirmation, suggestedPhone: null } : confirmation}
        readAt={readAt}
        onBack={isChanging ? () => setIsChanging(false) : undefined}
      />
    </div>
  );
}
