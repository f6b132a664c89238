import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import { links } from '../../links.ts';
import { pageMeta } from '../../page-meta.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { AccountCard, FormError } from '../account-card.tsx';
import { CAPTCHA_MISSING, useCaptcha } from './captcha.tsx';
import { enterWithRecoveryCode, requestRecovery } from './password-recovery.ts';

export const meta = pageMeta({
  title: 'Recuperar senha',
  description: 'Receba um link para criar uma nova senha.',
  index: false,
});

export default function RecoverPasswordPage() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  return sentTo === null ? (
    <AccountCard title="Esqueceu a senha?" lead="Enviamos um link e um código para você criar outra.">
      <AskForm onSent={setSentTo} />
      <Link to={links.auth()} className="text-link justify-self-center">
        Voltar para o login
      </Link>
    </AccountCard>
  ) : (
    <AccountCard
      title="Veja seu e-mail"
      lead={`Se ${sentTo} tem uma conta, a mensagem chega em instantes. Abra o link ou digite o código.`}
    >
      <CodeForm email={sentTo} />
      <button type="button" className="text-link justify-self-center" onClick={() => setSentTo(null)}>
        Usar outro e-mail
      </button>
    </AccountCard>
  );
}

function AskForm({ onSent }: { onSent: (email: string) => void }) {
  const [error, setError] = useState<string | null>(null);
  const captcha = useCaptcha();
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email: '' } });
  async function submit({ email }: { email: string }) {
    if (!email.trim() || captcha.missing) {
      setError(email.trim() ? CAPTCHA_MISSING : 'Informe seu e-mail.');
      return;
    }
    const refusal = await requestRecovery(email, captcha.token);
    captcha.renew();
    if (refusal) setError(refusal);
    else onSent(email.trim());
  }
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => void handleSubmit(submit)(event)}
      onInput={() => setError(null)}
    >
      <Field label="E-mail">
        <Input type="email" inputMode="email" autoComplete="email" {...register('email')} />
      </Field>
      {captcha.widget}
      <FormError>{error}</FormError>
      <Button type="submit" size="lg" block loading={formState.isSubmitting} loadingText="Enviando...">
        Enviar link
      </Button>
    </form>
  );
}

function CodeForm({ email }: { email: string }) {
  const navigate = useNavigate();
  const [error, setError] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({ defaultValues: { code: '' } });
  async function submit({ code }: { code: string }) {
    const refusal = await enterWithRecoveryCode(email, code);
    if (refusal) setError(refusal);
    else await navigate(links.newPassword());
  }
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => void handleSubmit(submit)(event)}
      onInput={() => setError(null)}
    >
      <Field label="Código de 6 dígitos">
        <Input inputMode="numeric" autoComplete="one-time-code" maxLength={7} {...register('code')} />
      </Field>
      <FormError>{error}</FormError>
      <Button type="submit" size="lg" block loading={formState.isSubmitting} loadingText="Conferindo...">
        Continuar
      </Button>
    </form>
  );
}
