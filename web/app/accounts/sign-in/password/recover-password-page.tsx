import { Suspense, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { CONNECTION_FAILED } from '../../../fetching/failures/connection-failed.ts';
import { links } from '../../../links.ts';
import { pageMeta } from '../../../document/page-meta.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, Input } from '../../../ui/form/field.tsx';
import { FormError, Spinner } from '../../../ui/states.tsx';
import { AccountCard } from '../../account-card.tsx';
import { useShortForm } from '../../use-short-form.ts';
import { CAPTCHA_MISSING, useCaptcha } from '../captcha.tsx';
import { laterStep, laterSteps } from '../later-steps.ts';
import { ownPath, type TypedEmail } from '../return-to.ts';

const CodeForm = laterStep('CodeForm');

export const meta = pageMeta({
  title: 'Recuperar senha',
  description: 'Receba um link para criar uma nova senha.',
  index: false,
});

export default function RecoverPasswordPage() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const returnTo = ownPath(search.get('voltar'));
  const known = useLocation().state as TypedEmail | null;
  const [sentTo, setSentTo] = useState<string | null>((known?.isCodeSent && known.email) || null);
  async function enter(email: string, code: string): Promise<string | null> {
    const { enterWithMailedCode } = await laterSteps();
    const failure = await enterWithMailedCode('recovery', email, code);
    if (!failure) await navigate(links.newPassword(returnTo));
    return failure;
  }
  return sentTo === null ? (
    <AccountCard title="Esqueceu a senha?" lead="Enviamos um link e um código para você criar outra.">
      <AskForm returnTo={returnTo} onSent={setSentTo} />
      <Link to={links.auth(returnTo)} className="text-link justify-self-center">
        Voltar para o login
      </Link>
    </AccountCard>
  ) : (
    <AccountCard
      title="Veja seu e-mail"
      lead={`Se ${sentTo} tem uma conta, a mensagem chega em instantes. Abra o link ou digite o código.`}
    >
      <Suspense fallback={<Spinner />}>
        <CodeForm action="Continuar" check={(code) => enter(sentTo, code)} />
      </Suspense>
      <button type="button" className="text-link justify-self-center" onClick={() => setSentTo(null)}>
        Usar outro e-mail
      </button>
    </AccountCard>
  );
}

function AskForm({ returnTo, onSent }: { returnTo: string | null; onSent: (email: string) => void }) {
  const typed = (useLocation().state as TypedEmail | null)?.email ?? '';
  const captcha = useCaptcha();
  const { form, register, error, sending } = useShortForm({ email: typed }, async ({ email }) => {
    if (!email.trim()) return 'Informe seu e-mail.';
    if (captcha.missing) return CAPTCHA_MISSING;
    const loaded = await laterSteps().catch(() => null);
    if (!loaded) return CONNECTION_FAILED;
    const failure = await loaded.requestRecovery(email, returnTo, captcha.token);
    captcha.renew();
    if (!failure) onSent(email.trim());
    return failure;
  });
  return (
    <form {...form}>
      <Field label="E-mail">
        <Input type="email" inputMode="email" autoComplete="email" {...register('email')} />
      </Field>
      {captcha.widget}
      <FormError>{error}</FormError>
      <Button type="submit" size="lg" block loading={sending} loadingText="Enviando...">
        Enviar link
      </Button>
    </form>
  );
}
