import { Suspense, useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { AFTER_LOGIN_MS } from '@mare/domain/timings.ts';
import { readSentCode } from '../../session/sent-code.ts';
import { useSession } from '../../session/session.ts';
import { untilLoaded } from '../../ui/loading/lazy-component.ts';
import { lazyToast } from '../../ui/overlay/lazy-toast.ts';
import { Spinner } from '../../ui/states.tsx';
import { useBrowserValue } from '../../ui/use-browser-value.ts';
import { AccountCard } from '../account-card.tsx';
import { AuthForm } from './auth-form.tsx';
import type { Credentials } from './authenticate-with.ts';
import { laterStep, laterSteps } from './later-steps.ts';
import { replaceForm } from './replace-form.ts';
import { ownPath, returnPath } from './return-to.ts';

/** Shown after the password, for accounts with a second factor. */
const SecondFactorCard = laterStep('SecondFactorCard');
const ConfirmEmail = laterStep('ConfirmEmail');
const AccessCodeForm = laterStep('AccessCodeForm');

/** Signs in, or creates an account, and returns to the page that asked for it. */
export default function AuthView() {
  const session = useSession();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const destination = returnPath(search);
  const returnTo = ownPath(search.get('voltar'));
  const problem = useReturnProblem(search);
  const wasCodeSent = useWasCodeSent();
  const [choosesCode, setChoosesCode] = useState<boolean | null>(null);
  const isByCode = choosesCode ?? wasCodeSent;
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

  const isLoading = session.status === 'loading';
  // With a code, the browser may be returning from a provider.
  if (problem === undefined || (isLoading && search.has('code'))) return <Spinner className="min-h-168" />;
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
          onClick={() => replaceForm(() => setChoosesCode(false))}
        >
          Entrar com senha
        </button>
      </AccountCard>
    );
  return (
    <div className="relative">
      {isLoading && (
        <div className="absolute inset-0 hidden in-data-session:block">
          <Spinner className="min-h-168" />
        </div>
      )}
      <div className={isLoading ? 'in-data-session:invisible' : undefined}>
        <AuthForm
          problem={problem}
          isLoading={isLoading}
          hasSessionEnded={session.status === 'visitor' && session.hasEnded === true}
          onSuccess={onSuccess}
          onStart={() => (succeeded.current = true)}
          onFail={() => (succeeded.current = false)}
          onCode={() => replaceForm(() => setChoosesCode(true))}
          onMailed={setUnconfirmed}
        />
      </div>
    </div>
  );
}

/** Whether a code was sent before a reload. The server, which renders the first form, does not know of it. */
function useWasCodeSent(): boolean {
  const [read] = useState(() => {
    let wasSent: boolean | undefined;
    return () => (wasSent ??= readSentCode('access', new Date()) !== null);
  });
  return useBrowserValue(read, false);
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
