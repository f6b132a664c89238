import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Ref, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import { toast } from 'sonner';
import type { Team } from '@mare/contract/accounts/team.ts';
import type { StaffRole } from '@mare/domain/accounts/permissions.ts';
import { personLink, roleLabels } from '../people/person-labels.ts';
import { QueryState } from '../lists/query-state.tsx';
import { queries } from '../../api.ts';
import { formatDateTime } from '../../format.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Badge } from '../../ui/data-display/badge.tsx';
import { Field, Input, Options, Select } from '../../ui/form/field.tsx';
import { FormError } from '../../ui/states.tsx';
import { useFocusNextRow } from '../../ui/focus/use-focus-next-row.ts';
import { useKeptFocus } from '../../ui/focus/use-kept-focus.ts';

const { buyer: _, ...staffLabels } = roleLabels;

const roleNotes: Record<StaffRole, string> = {
  seller: 'Só vende em dinheiro, no balcão.',
  reader: 'Vê pedidos, clientes e números da loja, e não muda nada.',
  support: 'Responde tickets e cuida de pedidos, sem dinheiro.',
  finance: 'Vê e move dinheiro: reembolsos, repasses, caixa e relatórios.',
  admin: 'Pode tudo. Vale quando outra pessoa da administração aprovar, ou em 24 horas.',
};

/** Members of the team, open invitations and the form that invites. */
export function TeamCard() {
  const team = useQuery({ ...queries.accounts.team.queryOptions(), staleTime: 0 });
  // Revoking an invitation removes the focused button.
  const [revoked, setRevoked] = useState(0);
  const list = useKeptFocus<HTMLUListElement>(revoked);
  return (
    <div className="grid gap-5">
      <QueryState query={team} />
      {team.data && <Members members={team.data.members} list={list} />}
      {team.data && team.data.invitations.length > 0 && (
        <Invitations invitations={team.data.invitations} onRevoked={() => setRevoked((count) => count + 1)} />
      )}
      <InviteForm />
    </div>
  );
}

function Members({ members, list }: Pick<Team, 'members'> & { list: Ref<HTMLUListElement> }) {
  const admins = members.filter(({ role }) => role === 'admin');
  return (
    <>
      {admins.length < 2 && (
        <p className="rounded-md bg-warning-tint p-3 font-semibold text-warning">
          Há só uma pessoa na administração. Convide uma segunda: sem ela, o que pede duas pessoas espera 24
          horas, e ninguém pode devolver o acesso a você.
        </p>
      )}
      <ul ref={list} tabIndex={-1} aria-label="Equipe" className="grid gap-2">
        {members.map(({ id, name, email, role }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <Link to={personLink(id)} className="text-link wrap-anywhere">
              {name ?? email ?? 'Sem nome'}
            </Link>
            <Badge>{roleLabels[role]}</Badge>
          </li>
        ))}
      </ul>
    </>
  );
}

interface InvitationsProps extends Pick<Team, 'invitations'> {
  /** Called after the list is refetched. */
  onRevoked: () => void;
}

function Invitations({ invitations, onRevoked }: InvitationsProps) {
  const client = useQueryClient();
  const open = useFocusNextRow<HTMLUListElement>();
  const revoke = useMutation(
    queries.accounts.revokeInvitation.mutationOptions({
      onSuccess: () => toast.success('Convite cancelado.'),
      onError: (error) => toast.error(errorMessage(error)),
      onSettled: () => client.invalidateQueries({ queryKey: queries.accounts.team.key() }).then(onRevoked),
    }),
  );
  return (
    <ul ref={open} aria-label="Convites em aberto" className="grid gap-2">
      {invitations.map(({ id, email, role, expiresAt }) => (
        <li
          key={id}
          tabIndex={-1}
          className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-t border-line pt-2"
        >
          <span className="min-w-0 wrap-anywhere">
            {email}
            <span className="block text-sm text-ink-soft">
              Convite para {roleLabels[role]}, até {formatDateTime(expiresAt)}
            </span>
          </span>
          <Button
            variant="quiet"
            size="sm"
            aria-label={`Cancelar o convite de ${email}`}
            loading={revoke.isPending && revoke.variables.id === id}
            onClick={() => revoke.mutate({ id })}
          >
            Cancelar
          </Button>
        </li>
      ))}
    </ul>
  );
}

function InviteForm() {
  const client = useQueryClient();
  const { register, handleSubmit, control, reset } = useForm<{ email: string; role: StaffRole }>({
    defaultValues: { email: '', role: 'support' },
  });
  const role = useWatch({ control, name: 'role' });
  const invite = useMutation(
    queries.accounts.inviteColleague.mutationOptions({
      onSuccess: async () => {
        toast.success('Convite enviado!');
        reset();
        await client.invalidateQueries({ queryKey: queries.accounts.team.key() });
      },
    }),
  );
  const submit = handleSubmit(({ email, role: chosen }) =>
    invite.mutate({ email: email.trim(), role: chosen }),
  );
  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-4">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="E-mail de quem você convida" hint="O convite vale 7 dias, para este e-mail.">
          <Input type="email" required maxLength={254} autoComplete="off" {...register('email')} />
        </Field>
        <Field label="Papel na equipe" hint={roleNotes[role]}>
          <Select {...register('role')}>
            <Options labels={staffLabels} />
          </Select>
        </Field>
      </div>
      {invite.isError && <FormError>{errorMessage(invite.error)}</FormError>}
      <Button type="submit" variant="secondary" className="justify-self-start" loading={invite.isPending}>
        Convidar
      </Button>
    </form>
  );
}
