import { Suspense, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { AFTER_LOGIN_MS } from '@mare/domain/timings.ts';
import { links } from '../../links.ts';
import { pageMeta } from '../../document/page-meta.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, Input, PasswordInput } from '../../ui/form/field.tsx';
import { useRootData } from '../../document/root-data.ts';
import { ShopMark } from '../../ui/style/logo.tsx';
import { FormError, Spinner } from '../../ui/states.tsx';
import { AccountCard } from '../account-card.tsx';
import { authenticateWith, type Credentials, checkCredentials } from './authenticate-with.ts';
import { CAPTCHA_MISSING, useCaptcha } from './captcha.tsx';
import { ProviderButtons } from './provider-buttons.tsx';
import { sentenceOfReturn } from './providers.ts';
import { ownAddress, returnAddress, type TypedEmail } from './return-to.ts';
import { acceptRememberedTerms } from '../terms/accept-terms.ts';
import { TermsNotice } from '../terms/terms-notice.tsx';
import { lazyToast } from '../../ui/overlay/lazy-toast.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { SessionEnded } from '../../session/session-ended.tsx';
import { useSession } from '../../session/session.ts';
import { useShortForm } from '../use-short-form.ts';

/** Of accounts with a second factor, after the password. */
const SecondFactorCard = lazyComponent(() =>
  import('./second-factor-card.tsx').then((module) => ({ default: module.SecondFactorCard })),
);
const ConfirmEmail = lazyComponent(() => import('./confirm-email.tsx'));
const AccessCodeForm = lazyComponent(() => import('./access-code-form.tsx'));
const PasskeySignIn = lazyComponent(() => import('./passkey-sign-in.tsx'));

export const meta = pageMeta({
  title: 'Entrar ou criar conta',
  description: 'Entre na {loja} ou crie sua conta.',
  index: false,
});

export default function AuthPage() {
  const session = useSession();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const destination = returnAddress(search);
  const returnTo = ownAddress(search.get('voltar'));
  const [isByCode, setIsByCode] = useState(false);
  const [unconfirmed, setUnconfirmed] = useState<Credentials | null>(null);
  /** Set from submit on, unless it fails; delays the redirect so that the success message is visible. */
  const succeeded = useRef(false);

  useEffect(() => {
    if (session.status !== 'signed-in' || succeeded.current) return;
    void navigate(destination, { replace: true });
  }, [session.status, destination, navigate]);

  useEffect(() => {
    // Of an account that a provider's button created. If it fails, the next order asks.
    if (session.status === 'signed-in') void acceptRememberedTerms().catch(() => undefined);
  }, [session.status]);

  function onSuccess(sentence: string) {
    succeeded.current = true;
    lazyToast.success(sentence);
    setTimeout(() => void navigate(destination, { replace: true }), AFTER_LOGIN_MS);
  }

  if (session.status === 'loading') return <Spinner className="min-h-[70svh]" />;
  if (session.status === 'visitor' && session.secondFactorPending)
    return (
      <Suspense fallback={<Spinner className="min-h-[70svh]" />}>
        <SecondFactorCard />
      </Suspense>
    );
  if (unconfirmed)
    return (
      <Suspense fallback={<Spinner className="min-h-[70svh]" />}>
        <ConfirmEmail
          credentials={unconfirmed}
          returnTo={returnTo}
          onConfirming={() => (succeeded.current = true)}
          onConfirmed={onSuccess}
          onBack={() => replaceForm(() => setUnconfirmed(null))}
        />
      </Suspense>
    );
  if (isByCode)
    return (
      <AccountCard title="Entrar com código" lead="Sem senha: o código chega por e-mail ou SMS.">
        <Suspense fallback={<Spinner />}>
          <AccessCodeForm />
        </Suspense>
        <button
          type="button"
          className="text-link justify-self-center"
          onClick={() => replaceForm(() => setIsByCode(false))}
        >
          Entrar com senha
        </button>
      </AccountCard>
    );
  return (
    <main id="conteudo" className="shell grid justify-items-center py-10 sm:py-16">
      <Card padded className="grid w-full max-w-md gap-5">
        {session.status === 'visitor' && session.hasEnded && (
          <div className="rounded-md bg-warning-tint px-4 py-3">
            <SessionEnded />
          </div>
        )}
        <AuthForm
          onSuccess={onSuccess}
          onStart={() => (succeeded.current = true)}
          onFail={() => (succeeded.current = false)}
          onCode={() => replaceForm(() => setIsByCode(true))}
          onMailed={setUnconfirmed}
        />
      </Card>
    </main>
  );
}

interface AuthFormProps {
  onSuccess: (sentence: string) => void;
  onStart: () => void;
  onFail: () => void;
  /** Sign-in without a password. */
  onCode: () => void;
  /** The account exists once its mail is confirmed. */
  onMailed: (credentials: Credentials) => void;
}

function AuthForm({ onSuccess, onStart, onFail, onCode, onMailed }: AuthFormProps) {
  const [mode, setMode] = useState<Credentials['mode']>('sign-in');
  const [search] = useSearchParams();
  const captcha = useCaptcha();
  const logo = useRootData()?.site.logo;
  const signingUp = mode === 'sign-up';
  const returnTo = ownAddress(search.get('voltar'));
  const { form, register, watch, reset, error, sending } = useShortForm(
    { name: '', email: '', password: '', confirmation: '' },
    async (fields) => {
      const credentials = { ...fields, mode };
      const refusal = checkCredentials(credentials) ?? (captcha.missing ? CAPTCHA_MISSING : null);
      if (refusal) return refusal;
      onStart();
      const outcome = await authenticateWith(credentials, returnTo, captcha.token);
      captcha.renew();
      if (!outcome.ok) {
        onFail();
        if (outcome.mailed) onMailed(credentials);
        return outcome.sentence;
      }
      onSuccess(outcome.sentence);
      return null;
    },
    sentenceOfReturn(search),
  );

  const email = watch('email');

  function toggle() {
    setMode(signingUp ? 'sign-in' : 'sign-up');
    reset({ email });
  }

  return (
    <form {...form}>
      <div className="grid justify-items-center gap-2 text-center">
        <ShopMark logo={logo} className="size-14" />
        <h1 tabIndex={-1} className="text-2xl">
          {signingUp ? 'Criar sua conta' : 'Que bom ver você!'}
        </h1>
        <p className="text-ink-soft">{signingUp ? 'Leva menos de um minuto.' : signInLead(search)}</p>
      </div>
      {signingUp && (
        <Field label="Nome completo">
          <Input autoComplete="name" {...register('name')} />
        </Field>
      )}
      <Field label="E-mail">
        <Input
          type="email"
          inputMode="email"
          autoComplete={signingUp ? 'email' : 'username webauthn'}
          {...register('email')}
        />
      </Field>
      <Field label="Senha" hint={signingUp ? 'Pelo menos 6 caracteres.' : undefined}>
        <PasswordInput
          autoComplete={signingUp ? 'new-password' : 'current-password'}
          {...register('password')}
        />
      </Field>
      {signingUp && (
        <Field label="Confirmar senha">
          <PasswordInput autoComplete="new-password" {...register('confirmation')} />
        </Field>
      )}
      {!signingUp && (
        <div className="flex flex-wrap justify-between gap-x-4">
          <button type="button" className="text-link" onClick={onCode}>
            Entrar com código
          </button>
          <Link
            to={links.recoverPassword(returnTo)}
            state={{ email } satisfies TypedEmail}
            className="text-link"
          >
            Esqueci minha senha
          </Link>
        </div>
      )}
      {captcha.widget}
      <FormError>{error}</FormError>
      {signingUp && <TermsNotice doing="Ao criar a conta" />}
      <Button type="submit" size="lg" block loading={sending} loadingText="Carregando...">
        {signingUp ? 'Criar conta' : 'Entrar'}
      </Button>
      {!signingUp && (
        <Suspense>
          <PasskeySignIn autofill />
        </Suspense>
      )}
      <ProviderButtons />
      <p className="text-center">
        {signingUp ? 'Já tem uma conta?' : 'Ainda não tem conta?'}{' '}
        <button type="button" className="text-link" onClick={() => replaceForm(toggle)}>
          {signingUp ? 'Entrar' : 'Criar conta'}
        </button>
      </p>
    </form>
  );
}

/** The link of a confirmation mail leads here with a code, which only the browser of the sign-up can use. */
function signInLead(search: URLSearchParams): string {
  return search.has('code')
    ? 'Se você acabou de confirmar seu e-mail, falta só entrar com a sua senha.'
    : 'Entre para acompanhar suas cotas e pedidos.';
}

/** The focus goes to the heading of the form that comes. */
function replaceForm(change: () => void): void {
  flushSync(change);
  document.querySelector<HTMLElement>('main h1')?.focus();
}
