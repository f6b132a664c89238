import { Suspense, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { links } from '../../links.ts';
import { CONNECTION_FAILED } from '../../fetching/failures/connection-failed.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Input, PasswordInput } from '../../ui/form/field.tsx';
import { FormError } from '../../ui/states.tsx';
import { SessionEnded } from '../../session/session-ended.tsx';
import { AccountCard } from '../account-card.tsx';
import { useShortForm } from '../use-short-form.ts';
import type { Credentials } from './authenticate-with.ts';
import { CAPTCHA_MISSING, useCaptcha } from './captcha.tsx';
import { laterStep, laterSteps } from './later-steps.ts';
import { replaceForm } from './replace-form.ts';
import { ownPath, type TypedEmail } from './return-to.ts';

const PasskeySignIn = laterStep('PasskeySignIn');
const ProviderButtons = laterStep('ProviderButtons');
const TermsNotice = laterStep('TermsNotice');

interface AuthFormProps {
  /** Error to show before the first attempt. */
  problem: string | null;
  /** What depends on the browser is still left out. */
  isLoading: boolean;
  hasSessionEnded: boolean;
  onSuccess: (sentence: string) => void;
  onStart: () => void;
  onFail: () => void;
  /** Sign-in without a password. */
  onCode: () => void;
  /** The account exists once its mail is confirmed. */
  onMailed: (credentials: Credentials) => void;
}

/** Form that signs in, or creates an account. */
export function AuthForm({
  problem,
  isLoading,
  hasSessionEnded,
  onSuccess,
  onStart,
  onFail,
  onCode,
  onMailed,
}: AuthFormProps) {
  const [mode, setMode] = useState<Credentials['mode']>('sign-in');
  /** For the page of a forgotten password. */
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

  // Read from the field when the link is about to be followed: it may have been typed before the page was hydrated.
  const readEmail = () => setEmail(form.ref.current!.querySelector<HTMLInputElement>('[name=email]')!.value);

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
              onPointerDown={readEmail}
              onFocus={readEmail}
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
          <Suspense fallback={<div className="min-h-12" />}>
            {isLoading ? <div className="min-h-12" /> : <PasskeySignIn autofill />}
          </Suspense>
        )}
        {!isLoading && (
          <Suspense>
            <ProviderButtons />
          </Suspense>
        )}
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

/** The link of a confirmation mail opens this page with a code that only the browser of the sign-up can use. */
function signInLead(search: URLSearchParams): string {
  return search.has('code')
    ? 'Se você acabou de confirmar seu e-mail, falta só entrar com a sua senha.'
    : 'Entre para acompanhar suas cotas e pedidos.';
}
