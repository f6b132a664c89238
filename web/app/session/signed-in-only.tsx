import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { links } from '../links.ts';
import { LinkButton } from '../ui/button.tsx';
import { EmptyState, Spinner } from '../ui/states.tsx';
import { SessionEnded } from './session-ended.tsx';
import { useSession } from './session.ts';

/** Shows its content to signed-in users; others get a sign-in link that returns here. */
export function SignedInOnly({ children }: { children: ReactNode }) {
  const session = useSession();
  const { pathname, search } = useLocation();
  if (session.status === 'loading') return <Spinner className="min-h-svh" />;
  if (session.status === 'signed-in') return children;
  return (
    <EmptyState
      icon="lock"
      title="Acesso Restrito"
      level={1}
      className="min-h-[60svh] content-center"
      action={<LinkButton to={links.auth(`${pathname}${search}`)}>Fazer Login</LinkButton>}
    >
      {session.hasEnded ? <SessionEnded /> : 'Você precisa estar logado para acessar esta página.'}
    </EmptyState>
  );
}
