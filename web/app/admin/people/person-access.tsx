import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { toast } from 'sonner';
import type { Person } from '@mare/contract/admin/people-admin.ts';
import { useSession } from '../../session/session.ts';
import { queries } from '../../api.ts';
import { formatDateTime } from '../../format.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { Field, Input, Options, Select } from '../../ui/form/field.tsx';
import { FormError } from '../../ui/states.tsx';
import { useFocusNext } from '../../ui/focus/use-focus-next.ts';
import { BanDialog } from './ban-dialog.tsx';
import { Section } from './person-section.tsx';
import { isPermanentBan, roleLabels } from './person-labels.ts';
import { SecondFactorReset } from './second-factor-reset.tsx';

/** Role, second factor and ban of an account. */
export function PersonAccess({ person }: { person: Person }) {
  const session = useSession();
  const [isBanAsked, setBanAsked] = useState(false);
  // A new role replaces the form.
  const roleShell = useFocusNext<HTMLDivElement>(person.role);
  const { bannedUntil } = person;
  const isOwn = session.status === 'signed-in' && session.userId === person.id;
  return (
    <Section title="Acesso">
      <div ref={roleShell}>
        <RoleForm key={person.role} person={person} />
      </div>
      {person.hasSecondFactor && !isOwn && <SecondFactorReset person={person} />}
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
        <p className="text-ink-soft">{accountState(bannedUntil)}</p>
        {!isOwn && (
          <Button variant={bannedUntil ? 'outline' : 'danger'} size="sm" onClick={() => setBanAsked(true)}>
            {bannedUntil ? 'Desbloquear conta' : 'Bloquear conta'}
          </Button>
        )}
      </div>
      <BanDialog person={person} open={isBanAsked} onOpenChange={setBanAsked} />
    </Section>
  );
}

function accountState(bannedUntil: string | null): string {
  if (!bannedUntil) return 'A pessoa pode entrar na conta.';
  return isPermanentBan(bannedUntil)
    ? 'Bloqueada até ser desbloqueada.'
    : `Bloqueada até ${formatDateTime(bannedUntil)}.`;
}

function RoleForm({ person }: { person: Person }) {
  const client = useQueryClient();
  const { register, handleSubmit, control, getValues } = useForm({
    defaultValues: { role: person.role, reason: '' },
  });
  const role = useWatch({ control, name: 'role' });
  const [isAsked, setAsked] = useState(false);
  const change = useMutation(
    queries.accounts.changeRole.mutationOptions({
      onSuccess: async ({ effectiveAt }) => {
        setAsked(false);
        toast.success(
          effectiveAt === null
            ? 'Acesso alterado!'
            : `Pedido registrado. Vale quando uma segunda pessoa aprovar, ou em ${formatDateTime(effectiveAt)}.`,
        );
        await client.invalidateQueries({ queryKey: queries.admin.people.key() });
      },
    }),
  );
  const submit = handleSubmit(() => {
    change.reset();
    setAsked(true);
  });
  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-wrap items-end gap-3">
      <Field label="Papel na loja" className="min-w-48 grow">
        <Select {...register('role')}>
          <Options labels={roleLabels} />
        </Select>
      </Field>
      <Button type="submit" variant="secondary" disabled={role === person.role}>
        Mudar papel
      </Button>
      <Dialog
        open={isAsked}
        onOpenChange={setAsked}
        size="sm"
        title="Mudar o papel?"
        footer={
          <Button
            block
            loading={change.isPending}
            onClick={() =>
              change.mutate({ id: person.id, from: person.role, to: role, reason: getValues('reason') })
            }
          >
            Sim, mudar
          </Button>
        }
      >
        <p>
          {person.name ?? 'Esta pessoa'} passa de {roleLabels[person.role]} para{' '}
          <strong>{roleLabels[role]}</strong>.{' '}
          {role === 'admin'
            ? 'Dar este papel precisa de duas pessoas: sem a segunda, vale em 24 horas, e qualquer pessoa da administração pode recusar.'
            : 'Vale já na próxima ação dela.'}
        </p>
        {role === 'admin' && (
          <Field label="Motivo" hint="Público enquanto um sorteio está em andamento." className="mt-3">
            <Input {...register('reason')} maxLength={300} />
          </Field>
        )}
        {change.isError && <FormError className="mt-3">{errorMessage(change.error)}</FormError>}
      </Dialog>
    </form>
  );
}
