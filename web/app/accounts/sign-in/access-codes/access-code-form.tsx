import type { ReactNode } from 'react';
import { deleteSentCode, type SentCode, useSentCode } from '../../../session/sent-code.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, Input } from '../../../ui/form/field.tsx';
import { useFocusNext } from '../../../ui/focus/use-focus-next.ts';
import { useShortForm } from '../../use-short-form.ts';
import { AccessCodeEntry } from './access-code-entry.tsx';
import { requestAccessCode } from './access-codes.ts';
import { CAPTCHA_MISSING, useCaptcha } from '../captcha.tsx';

interface AccessCodeFormProps {
  /** Other ways to sign in, below the first step. */
  children?: ReactNode;
}

/** Sign-in without a password: e-mail or phone, then the code that was sent there. */
export default function AccessCodeForm({ children }: AccessCodeFormProps) {
  const { sent, keep, restart } = useSentCode('access');
  const shell = useFocusNext<HTMLDivElement>(sent?.requestId ?? 'contact');
  return (
    <div ref={shell}>
      {sent ? (
        <AccessCodeEntry
          accessId={sent.requestId}
          lead={`Se ${sent.contact} tem conta ou pedido pago aqui, o código chega em instantes, por e-mail ou SMS.`}
          backLabel="Usar outro contato"
          onBack={restart}
          onEntered={() => deleteSentCode('access')}
        />
      ) : (
        <ContactForm onSent={keep}>{children}</ContactForm>
      )}
    </div>
  );
}

interface ContactFormProps extends AccessCodeFormProps {
  onSent: (sent: SentCode) => void;
}

function ContactForm({ onSent, children }: ContactFormProps) {
  const captcha = useCaptcha();
  const { form, register, error, sending } = useShortForm({ contact: '' }, async ({ contact }) => {
    if (!contact.trim()) return 'Informe seu e-mail ou celular.';
    if (captcha.missing) return CAPTCHA_MISSING;
    const requested = await requestAccessCode(contact.trim(), captcha.token);
    captcha.renew();
    if (!requested.ok) return requested.sentence;
    onSent({ requestId: requested.value, contact: contact.trim() });
    return null;
  });
  return (
    <form {...form}>
      <Field label="E-mail ou celular" error={error} hint="Enviamos um código. Não precisa de senha.">
        <Input autoComplete="username" autoCapitalize="none" {...register('contact')} />
      </Field>
      {captcha.widget}
      <Button type="submit" size="lg" block loading={sending} loadingText="Enviando...">
        Receber código
      </Button>
      {children}
    </form>
  );
}
