import { useState, type ReactNode } from 'react';
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
  const [accessId, setAccessId] = useState<string | null>(null);
  const shell = useFocusNext<HTMLDivElement>(accessId ?? 'contact');
  return (
    <div ref={shell}>
      {accessId ? (
        <AccessCodeEntry
          accessId={accessId}
          lead="Se este contato tem conta ou pedido pago aqui, o código chega em instantes, por e-mail ou SMS."
          backLabel="Usar outro contato"
          onBack={() => setAccessId(null)}
        />
      ) : (
        <ContactForm onSent={setAccessId}>{children}</ContactForm>
      )}
    </div>
  );
}

interface ContactFormProps extends AccessCodeFormProps {
  onSent: (accessId: string) => void;
}

function ContactForm({ onSent, children }: ContactFormProps) {
  const captcha = useCaptcha();
  const { form, register, error, sending } = useShortForm({ contact: '' }, async ({ contact }) => {
    if (!contact.trim()) return 'Informe seu e-mail ou celular.';
    if (captcha.missing) return CAPTCHA_MISSING;
    const requested = await requestAccessCode(contact.trim(), captcha.token);
    captcha.renew();
    if (!requested.ok) return requested.sentence;
    onSent(requested.value);
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
