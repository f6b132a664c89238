import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { toast } from 'sonner';
import { queries } from '../../api.ts';
import { errorMessage } from '../../messages.ts';
import { Badge } from '../../ui/data-display/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { attemptAuth } from '../attempt-auth.ts';
import { useReloadSecurity } from './use-reload-security.ts';
import { nameSessions, type NamedSession } from './name-sessions.ts';

/** Active sessions of the account; all but the current one can be revoked. */
export function SessionList() {
  const sessions = useQuery({ ...queries.accounts.sessions.queryOptions(), staleTime: 0 });
  const reload = useReloadSecurity();
  // Moves focus: the pressed button disappears with its device.
  const hint = useRef<HTMLParagraphElement>(null);
  const onDisconnected = (sentence: string) => {
    hint.current?.focus();
    toast.success(sentence);
  };
  const revoke = useMutation({
    ...queries.accounts.revokeSession.mutationOptions(),
    onSuccess: () => onDisconnected('Aparelho desconectado.'),
    onError: (error) => toast.error(errorMessage(error)),
    onSettled: reload,
  });
  const revokeOthers = useMutation({
    mutationFn: () => attemptAuth((client) => client.signOut({ scope: 'others' })),
    onSuccess: (failure) => {
      if (failure) toast.error(failure);
      else onDisconnected('Só este aparelho continua conectado.');
    },
    onSettled: reload,
  });
  if (sessions.isError && !sessions.data)
    return (
      <ErrorState title="Não foi possível carregar seus aparelhos." onRetry={() => sessions.refetch()} />
    );
  if (!sessions.data) return <Skeleton className="h-32" />;
  const others = sessions.data.filter(({ current }) => !current);
  return (
    <Card padded className="grid gap-3">
      <p ref={hint} tabIndex={-1} className="text-ink-soft outline-none">
        {others.length === 0
          ? 'Só neste aparelho.'
          : 'Não reconhece algum? Desconecte todos e, se a conta tem senha, troque-a: quem a sabe entra de novo.'}
      </p>
      {others.length > 1 && (
        <Button
          variant="danger"
          className="justify-self-start"
          loading={revokeOthers.isPending}
          onClick={() => revokeOthers.mutate()}
        >
          Desconectar todos os outros
        </Button>
      )}
      <ul className="grid divide-y divide-line">
        {nameSessions(sessions.data).map((session) => (
          <li key={session.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <Description session={session} />
            {!session.current && (
              <Button
                variant="danger"
                size="sm"
                aria-label={`Desconectar ${session.device}, ${session.seen}`}
                loading={revoke.isPending && revoke.variables.id === session.id}
                onClick={() => revoke.mutate({ id: session.id })}
              >
                Desconectar
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Description({ session }: { session: NamedSession }) {
  return (
    <div>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
        {session.device}
        {session.current && <Badge tone="sea">este aparelho</Badge>}
      </p>
      <p className="text-sm text-ink-soft first-letter:uppercase">{session.seen}</p>
      {session.ip && <p className="tabular text-sm break-all text-ink-soft">{session.ip}</p>}
    </div>
  );
}
