import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { toast } from 'sonner';
import type { Person } from '@mare/contract/admin/people-admin.ts';
import { fullMinute } from '@mare/domain/time/full-minute.ts';
import { queries } from '../../api.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { Field, Select } from '../../ui/form/field.tsx';
import { PERMANENT_BAN } from './person-labels.ts';
import { ReasonField } from './reason-field.tsx';
import { serverNow } from '../../ui/server-clock.ts';

const DAY_MS = 86_400_000;

/** In days; 0 lasts until an admin lifts the ban. */
const durations: [days: number, label: string][] = [
  [1, '1 dia'],
  [7, '7 dias'],
  [30, '30 dias'],
  [0, 'Até ser desbloqueada'],
];

function banEnd(days: number): string {
  return days === 0
    ? PERMANENT_BAN
    : fullMinute(new Date(serverNow().getTime() + days * DAY_MS)).toISOString();
}

interface BanDialogProps {
  person: Person;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Bans an account or lifts its ban, with a reason for the activity log. */
export function BanDialog({ person, open, onOpenChange }: BanDialogProps) {
  const isBanned = person.bannedUntil !== null;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={isBanned ? 'Desbloquear conta' : 'Bloquear conta'}
      description={
        isBanned
          ? 'A pessoa volta a poder entrar.'
          : 'Todas as sessões terminam agora, e ninguém entra nesta conta durante o bloqueio. Pedidos e cotas não mudam.'
      }
    >
      <BanForm person={person} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function BanForm({ person, onDone }: { person: Person; onDone: () => void }) {
  const client = useQueryClient();
  const isBanned = person.bannedUntil !== null;
  const { register, handleSubmit, control } = useForm({ defaultValues: { days: '7', reason: '' } });
  const reason = useWatch({ control, name: 'reason' });
  const ban = useMutation(
    queries.accounts.ban.mutationOptions({
      onSuccess: async () => {
        toast.success(isBanned ? 'Conta desbloqueada!' : 'Conta bloqueada!');
        await client.invalidateQueries({ queryKey: queries.admin.people.key() });
        onDone();
      },
    }),
  );
  const submit = handleSubmit((fields) => {
    const until = isBanned ? null : banEnd(Number(fields.days));
    ban.mutate({ id: person.id, until, reason: fields.reason });
  });
  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-5">
      {!isBanned && (
        <Field label="Por quanto tempo">
          <Select {...register('days')}>
            {durations.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <ReasonField
        label="Motivo"
        error={ban.isError ? errorMessage(ban.error) : undefined}
        {...register('reason')}
      />
      <Button
        type="submit"
        variant={isBanned ? 'secondary' : 'danger'}
        block
        disabled={reason.trim() === ''}
        loading={ban.isPending}
      >
        {isBanned ? 'Desbloquear' : 'Bloquear'}
      </Button>
    </form>
  );
}
