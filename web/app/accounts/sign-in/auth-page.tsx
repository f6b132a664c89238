import { Suspense, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { AFTER_LOGIN_MS } from '@mare/domain/timings.ts';
import { links } from '../../links.ts';
import { CONNECTION_FAILED } from '../../fetching/connection-failed.ts';
import { pageMeta } from '../../document/page-meta.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Input, PasswordInput } from '../../ui/form/field.tsx';
import { FormError, Spinner } from '../../ui/states.tsx';
import { AccountCard } from '../account-card.tsx';
import type { Credentials } from './authenticate-with.ts';
import { CAPTCHA_MISSING, useCaptcha } from './captcha.tsx';
import { ownPath, returnPath, type TypedEmail } from './return-to.ts';
import { lazyToast } from '../../ui/overlay/lazy-toast.ts';
import { lazyComponent, untilLoaded } from '../../ui/loading/lazy-component.ts';
import { SessionEnded } from '../../session/session-ended.tsx';
import { useSession } from '../../session/session.ts';
import { useShortForm } from '../use-short-form.ts';

type Step =
  | 'SecondFactorCard'
  | 'ConfirmEmail'
  | 'AccessCodeForm'
  | 'ProviderButtons'
  | 'TermsNotice'
  | 'PasskeySignIn';

const laterSteps = () => import('./deferred-steps.ts');
const laterStep = <Name extends Step>(name: Name) =>
  lazyComponent(() => laterSteps().then((steps) => ({ default: steps[name] })));
/** Shown after the password, for accounts with a second factor. */
const SecondFactorCard = laterStep('SecondFactorCard');
const ConfirmEmail = laterStep('ConfirmEmail');
const AccessCodeForm = laterStep('AccessCodeForm');
const ProviderButtons = laterStep('ProviderButtons');
const TermsNotice = laterStep('TermsNotice');
const PasskeySignIn = laterStep('PasskeySignIn');

export const meta = pageMeta({
  title: 'Entrar ou criar conta',
  description: 'Entre na {loja} ou crie sua conta.',
  index: false,
});

export default function AuthPage() {
  const session = useSession();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const destination = returnPath(search);
  const returnTo = ownPath(search.get('voltar'));
  const problem = useReturnProblem(search);
  const [isByCode, setIsByCode] = useState(false);
  const [unconfirmed, setUnconfirmed] = useState<Credentials | null>(null);
  /** Set from submit on, unless it fails; delays the redirect so that the success message is visible. */
  const succeeded = useRef(false);

  useEffect(() => {
    if (session.status !== 'signed-in' || succeeded.current) return;
    void navigate(destination, { replace: true });
  }, [session.status, destination, navigate]);

  useEffect(() => {
    // For an account created by a provider's sign-in. If this fails, the next order requires accepting the terms.
    if (session.status === 'signed-in') void acceptTermsOfProvider().catch(() => undefined);
  }, [session.status]);

  function onSuccess(sentence: string) {
    succeeded.current = true;
    lazyToast.success(sentence);
    setTimeout(() => void navigate(destination, { replace: true }), AFTER_LOGIN_MS);
  }

  // As tall as the form, to prevent a layout shift.
  if (session.status === 'loading' || problem === undefined) return <Spinner className="min-h-168" />;
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
    <AuthForm
      problem={problem}
      hasSessionEnded={session.status === 'visitor' && session.hasEnded === true}
      onSuccess={onSuccess}
      onStart={() => (succeeded.current = true)}
      onFail={() => (succeeded.current = false)}
      onCode={() => replaceForm(() => setIsByCode(true))}
      onMailed={setUnconfirmed}
    />
  );
}

interface AuthFormProps {
  /** Error to show before the first attempt. */
  problem: string | null;
  hasSessionEnded: boolean;
  onSuccess: (sentence: string) => void;
  onStart: () => void;
  onFail: () => void;
  /** Sign-in without a password. */
  onCode: () => void;
  /** The account exists once its mail is confirmed. */
  onMailed: (credentials: Credentials) => void;
}

function AuthForm({ problem, hasSessionEnded, onSuccess, onStart, onFail, onCode, onMailed }: AuthFormProps) {
  const [mode, setMode] = useState<Credentials['mode']>('sign-in');
  /** Values typed so far, kept for the new-password page. */
  const [email, setEmail] = useState('');
  const [search] = useSearchParams();
  const captcha = useCaptcha();
  const signingUp = mode === 'sign-up';
  const returnTo = ownPath(search.get('voltar'));
  const { form, register, setError, error, sending } = useShortForm(
    { name: '', email: '', password: '', confirmation: '' },
    async (fields) => {
      const credentials = { ...fields, mode };
      const loaded = await laterSteps().catch(() => null);
      if (!loaded) return CONNECTION_FAILED;
      const failure = loaded.checkCredentials(credentials) ?? (captcha.missing ? CAPTCHA_MISSING : null);
      if (failure) return failure;
      onStart();
      const outcome = await loaded.authenticateWith(credentials, returnTo, captcha.token);
      captcha.renew();
      if (!outcome.ok) {
        onFail();
        if (outcome.mailed) onMailed(credentials);
        return outcome.sentence;
      }
      onSuccess(outcome.sentence);
      return null;
    },
    problem,
  );

  function toggle() {
    setMode(signingUp ? 'sign-in' : 'sign-up');
    setError(null);
  }

  return (
    <AccountCard
      title={signingUp ? 'Criar sua conta' : 'Que bom ver você!'}
      lead={signingUp ? 'Leva menos de um minuto.' : signInLead(search)}
      notice={
        hasSessionEnded && (
          <div className="rounded-md bg-warning-tint px-4 py-3">
            <SessionEnded />
          </div>
        )
      }
    >
      <form {...form}>
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
            onChange={({ target }) => setEmail(target.value)}
          />
        </Field>
        {/* Remounted with its mode, so that no password of the other form stays in it. */}
        <Field key={mode} label="Senha" hint={signingUp ? 'Pelo menos 6 caracteres.' : undefined}>
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
        {signingUp && (
          <Suspense>
            <TermsNotice doing="Ao criar a conta" />
          </Suspense>
        )}
        <Button type="submit" size="lg" block loading={sending} loadingText="Carregando...">
          {signingUp ? 'Criar conta' : 'Entrar'}
        </Button>
        {!signingUp && (
          <Suspense>
            <PasskeySignIn autofill />
          </Suspense>
        )}
        <Suspense>
          <ProviderButtons />
        </Suspense>
        <p className="text-center">
          {signingUp ? 'Já tem uma conta?' : 'Ainda não tem conta?'}{' '}
          <button type="button" className="text-link" onClick={() => replaceForm(toggle)}>
            {signingUp ? 'Entrar' : 'Criar conta'}
          </button>
        </p>
      </form>
    </AccountCard>
  );
}

async function acceptTermsOfProvider(): Promise<void> {
  const { acceptRememberedTerms } = await laterSteps();
  await acceptRememberedTerms();
}

/** Error of an OAuth provider or a mailed link. @returns undefined while its texts load */
function useReturnProblem(search: URLSearchParams): string | null | undefined {
  const returnsWithError = ['error', 'error_code', 'error_description'].some((name) => search.has(name));
  const [problem, setProblem] = useState<string | null | undefined>(returnsWithError ? undefined : null);
  useEffect(() => {
    if (returnsWithError && problem === undefined)
      void untilLoaded(laterSteps).then(({ sentenceOfReturn }) => setProblem(sentenceOfReturn(search)));
  }, [returnsWithError, problem, search]);
  return problem;
}

/** The link of a confirmation mail opens this page with a code that only the browser of the sign-up can use. */
function signInLead(search: URLSearchParams): string {
  return search.has('code')
    ? 'Se você acabou de confirmar seu e-mail, falta só entrar com a sua senha.'
    : 'Entre para acompanhar suas cotas e pedidos.';
}

/** Focuses the heading of the next form. */
function replaceForm(change: () => void): void {
  flushSync(change);
  document.querySelector<HTMLElement>('main h1')?.focus();
}
