import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { links } from '../links.ts';
import { LinkButton } from '../ui/button.tsx';
import { EmptyState, Spinner } from '../ui/states.tsx';
import { useAdminFlag } from './admin-flag.ts';
import { useSession } from './session.ts';

/** Shows its content only to whoever is signed in, and knows the way back for everybody else. */
export function SignedInOnly({ children }: { children: ReactNode }) {
  const session = useSession();
  const { pathname, search } = useLocation();
  if (session.status === 'loading') return <Spinner className="min-h-[60svh]" />;
  if (session.status === 'signed-in') return children;
  return (
    <EmptyState
      icon="lock"
      title="Acesso Restrito"
      level={1}
      className="min-h-[60svh] content-center"
      action={<LinkButton to={links.auth(`${pathname}${search}`)}>Fazer Login</LinkButton>}
    >
      Você precisa estar logado para acessar esta página.
    </EmptyState>
  );
}

/** Shows its content only to an admin. The server decides on every call anyway. */
export function AdminOnly({ children }: { children: ReactNode }) {
  return (
    <SignedInOnly>
      <AdminGate>{children}</AdminGate>
    </SignedInOnly>
  );
}

function AdminGate({ children }: { children: ReactNode }) {
  const isAdmin = useAdminFlag();
  if (isAdmin === undefined) return <Spinner className="min-h-[60svh]" />;
  if (isAdmin) return children;
  return (
    <EmptyState
      icon="lock"
      title="Acesso Negado"
      level={1}
      className="min-h-[60svh] content-center"
      action={<LinkButton to={links.home()}>Voltar ao Início</LinkButton>}
    >
      Você não possui permissão para acessar esta área.
    </EmptyState>
  );
}
