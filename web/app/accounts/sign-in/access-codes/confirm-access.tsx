import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Profile } from '@mare/contract/accounts/accounts.ts';
import { SENT_CODE_MINUTES } from '@mare/domain/accounts/security/sent-code-minutes.ts';
import { MergeAccounts } from '../../merge/merge-accounts.tsx';
import { PasswordOfOther } from '../../merge/password-of-other.tsx';
import { links } from '../../../links.ts';
import { deleteSentCode, readSentCode, saveSentCode, type SentCode } from '../../../session/sent-code.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { useFocusNext } from '../../../ui/focus/use-focus-next.ts';
import { FormError } from '../../../ui/states.tsx';
import { AccessCodeEntry } from './access-code-entry.tsx';
import { type OtherTokens, requestAccessCode } from './access-codes.ts';
import { CAPTCHA_MISSING, useCaptcha } from '../captcha.tsx';
import { serviceSettings } from '../providers/providers.ts';

type Step =
  | { at: 'ask' }
  | { at: 'code'; sent: SentCode }
  | { at: 'password' }
  | { at: 'merge'; tokens: OtherTokens };

interface ConfirmAccessProps {
  profile: Profile;
  onConfirmed?: () => void;
}

/** Confirms the e-mail or phone of an account that a purchase opened, and offers a password afterwards. */
export function ConfirmAccess({ profile, onConfirmed }: ConfirmAccessProps) {
  const [step, setStep] = useState<Step>(() => {
    const sent = readUsableCode(profile);
    return sent ? { at: 'code', sent } : { at: 'ask' };
  });
  const shell = useFocusNext<HTMLDivElement>(`${profile.access} ${step.at}`);
  return (
    <div ref={shell} className="grid">
      <StepView profile={profile} step={step} onStep={setStep} onConfirmed={onConfirmed} />
    </div>
  );
}

/** The code that this tab requested before a reload. */
function readUsableCode({ email, phone }: Profile): SentCode | null {
  return readSentCode('access', new Date(), [email, phone]);
}

interface StepProps {
  profile: Profile;
  onStep: (step: Step) => void;
}

interface StepViewProps extends StepProps {
  step: Step;
  onConfirmed: (() => void) | undefined;
}

function StepView({ profile, step, onStep, onConfirmed }: StepViewProps) {
  const { access, hasPassword } = profile;
  const email = profile.email ?? '';
  const restart = () => onStep({ at: 'ask' });
  const openOther = (tokens: OtherTokens) => onStep({ at: 'merge', tokens });
  if (access === 'email')
    return hasPassword ? null : (
      <LinkButton to={links.newPassword()} variant="outline" className="justify-self-start">
        Criar senha
      </LinkButton>
    );
  if (step.at === 'merge') return <MergeAccounts email={email} tokens={step.tokens} onLeave={restart} />;
  if (step.at === 'password') return <PasswordOfOther email={email} onOther={openOther} onBack={restart} />;
  if (step.at === 'code')
    return (
      <AccessCodeEntry
        key={step.sent.requestId}
        accessId={step.sent.requestId}
        lead={`Enviamos um código para ${recipientOf(step.sent, profile)}. Ele vale por ${SENT_CODE_MINUTES} minutos desde o envio.`}
        backLabel="Voltar"
        onBack={restart}
        onEntered={() => {
          deleteSentCode('access');
          restart();
          onConfirmed?.();
        }}
        onOther={(tokens) => {
          deleteSentCode('access');
          openOther(tokens);
        }}
      />
    );
  return <Ways profile={profile} onStep={onStep} />;
}

function recipientOf({ contact }: SentCode, { phone }: Profile): string {
  return contact === phone ? `o celular que termina em ${phone.slice(-4)}` : contact;
}

function Ways({ profile, onStep }: StepProps) {
  const { email, phone, access } = profile;
  const sent = readUsableCode(profile);
  const captcha = useCaptcha();
  const settings = useQuery(serviceSettings);
  const ask = useMutation({
    mutationFn: async ({ contact }: { contact: string }) => {
      if (captcha.missing) throw new Error(CAPTCHA_MISSING);
      const requested = await requestAccessCode(contact, captcha.token);
      captcha.renew();
      if (!requested.ok) throw new Error(requested.sentence);
      const requestedCode = { requestId: requested.value, contact };
      saveSentCode('access', requestedCode, new Date());
      onStep({ at: 'code', sent: requestedCode });
    },
  });
  return (
    <div className="grid gap-3">
      {captcha.widget}
      <FormError>{ask.error?.message}</FormError>
      {email && (
        <Button
          variant="secondary"
          loading={ask.isPending && ask.variables.contact === email}
          loadingText="Enviando..."
          onClick={() => ask.mutate({ contact: email })}
        >
          Receber código por e-mail
        </Button>
      )}
      {phone && settings.data?.sms && access === 'none' && (
        <Button
          variant="outline"
          loading={ask.isPending && ask.variables.contact === phone}
          loadingText="Enviando..."
          onClick={() => ask.mutate({ contact: phone })}
        >
          Receber código por SMS
        </Button>
      )}
      {sent && (
        <Button variant="outline" onClick={() => onStep({ at: 'code', sent })}>
          Já recebi o código
        </Button>
      )}
      {email && (
        <Button variant="quiet" onClick={() => onStep({ at: 'password' })}>
          Já tenho conta com senha
        </Button>
      )}
    </div>
  );
}
