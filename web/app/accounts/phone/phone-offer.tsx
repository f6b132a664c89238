import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../api.ts';
import { useSession } from '../../session/session.ts';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/style/icons.tsx';
import { AccessOffer } from '../sign-in/access-codes/access-offer.tsx';
import { ConfirmPhone } from './confirm-phone.tsx';

/**
 * Asks for the phone next to an order, and an account without a password for its first code. Never blocks the
 * payment.
 */
export default function PhoneOffer() {
  const session = useSession();
  const { data, dataUpdatedAt } = useQuery({
    ...queries.accounts.phoneConfirmation.queryOptions(),
    enabled: session.status === 'signed-in',
  });
  const profile = useQuery({
    ...queries.accounts.me.queryOptions(),
    enabled: session.status === 'signed-in',
  });
  const [wasUnconfirmed, setWasUnconfirmed] = useState(false);
  const [wasAsked, setWasAsked] = useState(false);
  const [isLater, setIsLater] = useState(false);
  if (profile.data?.access === 'none' && !wasUnconfirmed) setWasUnconfirmed(true);
  if (session.status !== 'signed-in') return null;
  if (profile.data && wasUnconfirmed) return <AccessOffer profile={profile.data} />;
  if (!data || isLater || !profile.data) return null;
  const isOpen = data.state === 'none' || data.state === 'sent';
  if (!isOpen && !wasAsked) return null;
  if (isOpen && !wasAsked) setWasAsked(true);
  return (
    <Card padded className="grid gap-4">
      <h2 className="flex items-center gap-2 text-xl">
        <Icon name="shield" className="shrink-0 text-sea" />
        {isOpen ? 'Confirme seu celular' : 'Celular confirmado'}
      </h2>
      <p className="text-ink-soft" aria-live="polite">
        {isOpen
          ? 'Assim só você usa o seu CPF aqui. Seu pedido não depende disso.'
          : `O número que termina em ${data.phoneEnd ?? ''} é seu. Não pedimos de novo.`}
      </p>
      {isOpen && (
        <ConfirmPhone
          confirmation={data}
          readAt={dataUpdatedAt}
          backLabel="Agora não"
          onBack={() => setIsLater(true)}
        />
      )}
    </Card>
  );
}
