import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api.ts';
import { links } from '../../links.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/states.tsx';

/** Leads to the form that changes the password, or creates the first one. */
export function PasswordCard() {
  const { data: profile, isPending } = useQuery(queries.accounts.me.queryOptions());
  if (isPending) return <Skeleton className="h-24" />;
  const isFirst = profile?.hasPassword === false;
  return (
    <Card padded className="flex flex-wrap items-center justify-between gap-4">
      <p className="text-ink-soft">
        {isFirst
          ? 'A sua conta está sem senha.'
          : 'Ao trocar a senha, os outros aparelhos são desconectados.'}
      </p>
      <LinkButton
        // A password needs a confirmed e-mail address, which the account's page asks for.
        to={isFirst && profile.access !== 'email' ? links.account() : links.newPassword()}
        variant="outline"
      >
        {isFirst ? 'Criar senha' : 'Trocar senha'}
      </LinkButton>
    </Card>
  );
}
