import { Suspense, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { toast } from 'sonner';
import { AccountCard } from '../account-card.tsx';
import { startSecondFactor, type SecondFactor, showSecondFactor } from '../security/second-factor.ts';
import { links } from '../../links.ts';
import { signOut } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { focusHeadingAround } from '../../ui/focus/focus-heading-around.ts';
import { useFocusNext } from '../../ui/focus/use-focus-next.ts';
import { lazyComponent } from '../../ui/loading/lazy-component.ts';
import { FormError } from '../../ui/states.tsx';
import { RecoveryCodeOption } from '../recovery-code-form.tsx';
import { CodeForm } from './code-form.tsx';

const PasskeySignIn = lazyComponent(() => import('./passkey-sign-in.tsx'));

/** Second step of sign-in. The page redirects when the session is complete. */
export function SecondFactorCard() {
  const [factor, setFactor] = useState<SecondFactor | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isStarting, setStarting] = useState(false);
  // Moves focus: the code's form replaces the pressed button.
  const shell = useFocusNext<HTMLDivElement>(problem && !factor ? 'problem' : 'code');
  const foot = useRef<HTMLParagraphElement>(null);
  // Moves focus: the password form has disappeared.
  useEffect(() => focusHeadingAround(foot.current), []);

  useEffect(() => {
    let left = false;
    async function ask() {
      const started = await startSecondFactor();
      if (left) return;
      if (typeof started === 'string') setProblem(started);
      else setFactor(started);
    }
    void ask();
    return () => {
      left = true;
    };
  }, []);

  async function startAgain(): Promise<void> {
    setStarting(true);
    const started = await startSecondFactor();
    setStarting(false);
    if (typeof started === 'string') setProblem(started);
    else setFactor(started);
  }

  async function check(code: string): Promise<string | null> {
    if (!factor) return null;
    const failure = await showSecondFactor(factor, code);
    if (!failure) toast.success('Login realizado com sucesso!');
    return failure;
  }

  const lead =
    factor?.type === 'phone'
      ? 'Enviamos um código por SMS para o seu celular.'
      : 'Digite o código do seu aplicativo autenticador.';
  return (
    <AccountCard title="Confirme que é você" lead={lead}>
      <div ref={shell} className="grid gap-5">
        {problem && !factor ? (
          <>
            <FormError>{problem}</FormError>
            <Button size="lg" block loading={isStarting} onClick={() => void startAgain()}>
              Tentar de novo
            </Button>
          </>
        ) : (
          <CodeForm action="Entrar" disabled={!factor} check={check} />
        )}
      </div>
      <Suspense>
        <PasskeySignIn />
      </Suspense>
      <RecoveryCodeOption
        action="Entrar com o código de recuperação"
        onDone={() => toast.success('Login realizado com sucesso!')}
      />
      <p ref={foot} className="text-center text-sm text-ink-soft">
        Perdeu o celular e os códigos?{' '}
        <Link to={links.support()} className="text-link">
          Fale com o suporte
        </Link>
      </p>
      <button type="button" className="text-link justify-self-center" onClick={() => void signOut()}>
        Entrar com outra conta
      </button>
    </AccountCard>
  );
}
