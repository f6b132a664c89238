import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PhoneConfirmation } from '@mare/contract/accounts/phone-confirmation.ts';
import { queries } from '../../api.ts';
import { links } from '../../links.ts';
import { LinkButton } from '../../ui/button.tsx';
import { useFocusNext } from '../../ui/focus/use-focus-next.ts';
import { Icon } from '../../ui/style/icons.tsx';
import { PhoneCodeForm } from './phone-code-form.tsx';
import { PhoneForm } from './phone-form.tsx';

interface ConfirmPhoneProps {
  confirmation: PhoneConfirmation;
  /** When `confirmation` was read, in milliseconds. */
  readAt: number;
  /** Closes the form without a change; absent where it cannot be closed. */
  onBack?: () => void;
  backLabel?: string;
}

/** Form for the number, then for the code. */
export function ConfirmPhone({ confirmation, readAt, onBack, backLabel = 'Voltar' }: ConfirmPhoneProps) {
  const { state, phoneEnd, resendInSeconds } = confirmation;
  const suggested = confirmation.suggestedPhone ?? '';
  const cache = useQueryClient();
  const [phone, setPhone] = useState<string | null>(null);
  const [asksNumber, setAsksNumber] = useState(false);
  const [conflict, setConflict] = useState<string | null>(null);
  const isSent = state === 'sent' && !asksNumber;
  const shell = useFocusNext<HTMLDivElement>(String(isSent));
  if (isSent)
    return (
      <div ref={shell}>
        <PhoneCodeForm
          phoneEnd={phoneEnd}
          phone={phone ?? (phoneEnd && suggested.endsWith(phoneEnd) ? suggested : null)}
          resendAt={readAt + resendInSeconds * 1000}
          onChangeNumber={() => setAsksNumber(true)}
          onConflict={(message) => {
            setConflict(message);
            setAsksNumber(true);
            void cache.invalidateQueries({ queryKey: queries.accounts.phoneConfirmation.key() });
          }}
        />
      </div>
    );
  const canReturn = state === 'sent' && asksNumber;
  return (
    <div ref={shell} className="grid gap-4">
      {conflict && <ConflictNote message={conflict} />}
      <PhoneForm
        key={conflict}
        suggested={asksNumber ? '' : suggested}
        onSent={(sentTo) => {
          setPhone(sentTo);
          setAsksNumber(false);
          setConflict(null);
        }}
        onBack={canReturn ? () => setAsksNumber(false) : onBack}
        backLabel={canReturn ? 'Voltar' : backLabel}
      />
    </div>
  );
}

function ConflictNote({ message }: { message: string }) {
  return (
    <div role="alert" className="grid gap-3 rounded-md bg-coral-tint p-4 text-ink">
      <p className="flex items-center gap-2 font-bold text-coral-strong">
        <Icon name="alert" />
        Este celular não pode ser usado aqui
      </p>
      <p>{message}</p>
      <LinkButton variant="outline" size="sm" to={links.support()} className="justify-self-start">
        Falar com o suporte
      </LinkButton>
    </div>
  );
}
