import { useMutation, useQueryClient } from '@tanstack/react-query';
import { roleLabels } from '../people/person-labels.ts';
import { queries } from '../../api.ts';
import { formatDateTime } from '../../format.ts';
import { errorMessage } from '../../messages.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EmptyState, FormError } from '../../ui/states.tsx';

/** Accepts an invitation by a press, as mail clients prefetch links, then shows the new permissions. */
export default function AcceptInvitation({ token }: { token: string }) {
  const client = useQueryClient();
  const accept = useMutation(
    queries.accounts.acceptInvitation.mutationOptions({
      onSuccess: () => client.invalidateQueries({ queryKey: queries.accounts.me.key() }),
    }),
  );
  if (accept.data) {
    const { role, effectiveAt } = accept.data;
    return (
      <EmptyState
        icon="check"
        level={1}
        title="Convite aceito"
        action={effectiveAt === null ? <LinkButton to="/admin">Abrir o painel</LinkButton> : undefined}
      >
        {effectiveAt === null
          ? `Agora você faz parte da equipe, com o papel de ${roleLabels[role]}.`
          : `Falta uma segunda pessoa da administração aprovar. Sem isso, o papel vale em ${formatDateTime(effectiveAt)}.`}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon="mail"
      level={1}
      title="Convite para a equipe"
      action={
        <Button loading={accept.isPending} onClick={() => accept.mutate({ token })}>
          Aceitar o convite
        </Button>
      }
    >
      Quem cuida da loja convidou você para o painel. O convite vale para o e-mail que o recebeu.
      {accept.isError && <FormError className="mt-3">{errorMessage(accept.error)}</FormError>}
    </EmptyState>
  );
}
