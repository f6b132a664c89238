import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Profile } from '@mare/contract/accounts/accounts.ts';
import { MergeAccounts } from '../merge/merge-accounts.tsx';
import { PasswordOfOther } from '../merge/password-of-other.tsx';
import { links } from '../../links.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { FormError } from '../../ui/states.tsx';
import { AccessCodeEntry } from './access-code-entry.tsx';
import { type OtherTokens, requestAccessCode } from './access-codes.ts';
import { CAPTCHA_MISSING, useCaptcha } from './captcha.tsx';
import { serviceSettings } from './providers.ts';

interface Sent {
  accessId: string;
  to: string;
}

/** Confirms the e-mail or phone of an account that a purchase opened, and offers a password afterwards. */
export function ConfirmAccess({ profile }: { profile: Profile }) {
  const captcha = useCaptcha();
  const settings = useQuery(serviceSettings);
  const [sent, setSent] = useState<Sent | null>(null);
  const [other, setOther] = useState<OtherTokens | null>(null);
  const [isByPassword, setByPassword] = useState(false);
  const ask = useMutation({
    mutationFn: async ({ contact, to }: { contact: string; to: string }) => {
      if (captcha.missing) throw new Error(CAPTCHA_MISSING);
      const asked = await requestAccessCode(contact, captcha.token);
      captcha.renew();
      if (!asked.ok) throw new Error(asked.sentence);
      setSent({ accessId: asked.value, to });
    },
  });
  const { email, phone, access, hasPassword } = profile;
  if (access === 'email')
    return hasPassword ? null : (
      <LinkButton to={links.newPassword()} variant="outline" className="justify-self-start">
        Criar senha
      </LinkButton>
    );
  if (other)
    return (
      <MergeAccounts
        email={email ?? ''}
        tokens={other}
        onLeave={() => {
          setOther(null);
          setSent(null);
          setByPassword(false);
        }}
      />
    );
  if (sent)
    return (
      <AccessCodeEntry
        key={sent.accessId}
        accessId={sent.accessId}
        lead={`Enviamos um código para ${sent.to}. Ele vale por 10 minutos.`}
        backLabel="Voltar"
        onBack={() => setSent(null)}
        onEntered={() => setSent(null)}
        onOther={setOther}
      />
    );
  if (isByPassword && email)
    return <PasswordOfOther email={email} onOther={setOther} onBack={() => setByPassword(false)} />;
  return (
    <div className="grid gap-3">
      {captcha.widget}
      <FormError>{ask.error?.message}</FormError>
      {email && (
        <Button
          variant="secondary"
          loading={ask.isPending && ask.variables.contact === email}
          loadingText="Enviando..."
          onClick={() => ask.mutate({ contact: email, to: email })}
        >
          Receber código por e-mail
        </Button>
      )}
      {phone && settings.data?.sms && access === 'none' && (
        <Button
          variant="outline"
          loading={ask.isPending && ask.variables.contact === phone}
          loadingText="Enviando..."
          onClick={() => ask.mutate({ contact: phone, to: `o celular que termina em ${phone.slice(-4)}` })}
        >
          Receber código por SMS
        </Button>
      )}
      {email && (
        <Button variant="quiet" onClick={() => setByPassword(true)}>
          Já tenho conta com senha
        </Button>
      )}
    </div>
  );
}
