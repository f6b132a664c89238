import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { links } from '../links.ts';
import { LinkButton } from '../ui/button.tsx';
import { EmptyState, Spinner } from '../ui/states.tsx';
import { useAdminFlag, useNeedsSecondFactor, useRole } from './use-role.ts';
import { useSession } from './session.ts';

/** Shows its content to signed-in users; others get a sign-in link that returns here. */
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

/** Shows its content to admins. The server authorizes every call independently. */
export function AdminOnly({ children }: { children: ReactNode }) {
  const isAdmin = useAdminFlag();
  return (
    <SignedInOnly>
      <Gate open={isAdmin}>{children}</Gate>
    </SignedInOnly>
  );
}

/** Shows its content to support staff and admins. */
export function StaffOnly({ children }: { children: ReactNode }) {
  const role = useRole();
  return (
    <SignedInOnly>
      <Gate open={role === undefined ? undefined : role === 'admin' || role === 'support'}>{children}</Gate>
    </SignedInOnly>
  );
}

function Gate({ open, children }: { open: boolean | undefined; children: ReactNode }) {
  const needsSecondFactor = useNeedsSecondFactor();
  if (open === undefined) return <Spinner className="min-h-[60svh]" />;
  if (open && needsSecondFactor) return <SecondFactorFirst />;
  if (open) return children;
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

function SecondFactorFirst() {
  const { pathname, search } = useLocation();
  return (
    <EmptyState
      icon="lock"
      title="Falta a verificação em duas etapas"
      level={1}
      className="min-h-[60svh] content-center"
      action={<LinkButton to={links.secondFactor(`${pathname}${search}`)}>Ativar agora</LinkButton>}
    >
      Quem cuida da loja entra no painel com a senha e mais um código. Leva um minuto para ativar.
    </EmptyState>
  );
}
