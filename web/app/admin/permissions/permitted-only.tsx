import { useLocation } from 'react-router';
import type { ReactNode } from 'react';
import type { Permission } from '@mare/domain/accounts/permissions.ts';
import { links } from '../../links.ts';
import { errorMessage } from '../../messages.ts';
import { SignedInOnly } from '../../session/signed-in-only.tsx';
import { usePermission } from '../../session/use-permission.ts';
import { useNeedsSecondFactor, useRoleFailure } from '../../session/use-role.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState, ErrorState, Spinner } from '../../ui/states.tsx';

/** Shows its content to roles with the permission, and the missing requirement to others. */
export function PermittedOnly({ to, children }: { to: Permission; children: ReactNode }) {
  const isPermitted = usePermission(to);
  return (
    <SignedInOnly>
      <Gate isPermitted={isPermitted}>{children}</Gate>
    </SignedInOnly>
  );
}

function Gate({ isPermitted, children }: { isPermitted: boolean | undefined; children: ReactNode }) {
  const needsSecondFactor = useNeedsSecondFactor();
  const failure = useRoleFailure();
  if (failure)
    return (
      <ErrorState
        level={1}
        title="Não foi possível carregar o seu acesso."
        className="min-h-[60svh] content-center"
        onRetry={failure.retry}
      >
        {errorMessage(failure.error)}
      </ErrorState>
    );
  if (isPermitted === undefined) return <Spinner className="min-h-[60svh]" />;
  if (isPermitted && needsSecondFactor) return <SecondFactorFirst />;
  if (isPermitted) return children;
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
