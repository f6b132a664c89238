import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { toast } from 'sonner';
import { AccountCard } from '../account-card.tsx';
import { askSecondFactor, type SecondFactor, showSecondFactor } from '../security/second-factor.ts';
import { links } from '../../links.ts';
import { signOut } from '../../session/session.ts';
import { CodeForm } from './code-form.tsx';

/** Second step of sign-in. The page redirects when the session is complete. */
export function SecondFactorCard() {
  const [factor, setFactor] = useState<SecondFactor | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => {
    let left = false;
    async function ask() {
      const asked = await askSecondFactor();
      if (left) return;
      if (typeof asked === 'string') setProblem(asked);
      else setFactor(asked);
    }
    void ask();
    return () => {
      left = true;
    };
  }, []);

  async function check(code: string): Promise<string | null> {
    if (!factor) return null;
    const refusal = await showSecondFactor(factor, code);
    if (!refusal) toast.success('Login realizado com sucesso!');
    return refusal;
  }

  const lead =
    factor?.type === 'phone'
      ? 'Enviamos um código por SMS para o seu celular.'
      : 'Digite o código do seu aplicativo autenticador.';
  return (
    <AccountCard title="Confirme que é você" lead={lead}>
      <CodeForm action="Entrar" disabled={!factor} problem={problem} check={check} />
      <p className="text-center text-sm text-ink-soft">
        Perdeu o celular dos códigos?{' '}
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
