import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { toast } from 'sonner';
import type { Campaign } from '@mare/contract/campaigns/campaigns-admin.ts';
import { pickAudience } from '@mare/domain/campaigns/audience.ts';
import { readDateTime } from '../../admin/typed-values.ts';
import { queries } from '../../api.ts';
import { formatDateTime, formatInteger } from '../../format.ts';
import { isRejection } from '../../fetching/failures/is-api-error.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { DateInput } from '../../ui/form/date-input.tsx';
import { Field } from '../../ui/form/field.tsx';
import { useKeptFocus } from '../../ui/focus/use-kept-focus.ts';
import { reachSentence } from './campaign-labels.ts';
import { MailStatList, MailStatNote } from './mail-stats.tsx';

interface CampaignStateProps {
  campaign: Campaign;
  onChanged: () => void;
}

type Target = 'draft' | 'scheduled' | 'sending' | 'paused' | 'cancelled';

/** Status, statistics and state transitions of a campaign. */
export function CampaignState({ campaign, onChanged }: CampaignStateProps) {
  const [scheduling, setScheduling] = useState(false);
  const [cancelling, setCancelling] = useState(false);
  const move = useMutation(
    queries.admin.campaigns.changeState.mutationOptions({
      onSuccess: onChanged,
      onError: (error) => toast.error(errorMessage(error)),
      onSettled: (_, error) => {
        // During an outage the dialog stays, with its date.
        if (error && !isRejection(error)) return;
        setScheduling(false);
        setCancelling(false);
      },
    }),
  );
  const go = (to: Target, scheduledFor: string | null = null) =>
    move.mutate({ id: campaign.id, version: campaign.version, to, scheduledFor });
  const { status } = campaign;
  const isOver = status === 'sent' || status === 'cancelled';
  // Each state renders other buttons.
  const sentence = useKeptFocus<HTMLParagraphElement>(status);
  return (
    <Card padded className="grid gap-5">
      <p ref={sentence} tabIndex={-1} aria-live="polite">
        {describeStatus(campaign)}
      </p>
      {campaign.stats.recipients > 0 && (
        <>
          <MailStatList stats={campaign.stats} label="O que aconteceu com os e-mails" />
          <MailStatNote />
        </>
      )}
      {!isOver && (
        <div className="flex flex-wrap gap-3">
          {status === 'draft' && (
            <Button icon="calendar" onClick={() => setScheduling(true)}>
              Enviar ou agendar
            </Button>
          )}
          {status === 'scheduled' && (
            <Button variant="outline" loading={move.isPending} onClick={() => go('draft')}>
              Voltar a rascunho
            </Button>
          )}
          {status === 'sending' && (
            <Button variant="outline" loading={move.isPending} onClick={() => go('paused')}>
              Pausar
            </Button>
          )}
          {status === 'paused' && (
            <Button loading={move.isPending} onClick={() => go('sending')}>
              Retomar
            </Button>
          )}
          <Button variant="danger" onClick={() => setCancelling(true)}>
            Cancelar campanha
          </Button>
        </div>
      )}
      {scheduling && (
        <ScheduleDialog
          campaign={campaign}
          pending={move.isPending}
          onClose={() => setScheduling(false)}
          onSchedule={(when) => go('scheduled', when)}
        />
      )}
      <Dialog
        open={cancelling}
        onOpenChange={setCancelling}
        title="Cancelar a campanha?"
        description="Quem ainda não recebeu não recebe mais. Isto não pode ser desfeito."
        size="sm"
      >
        <Button variant="danger" loading={move.isPending} onClick={() => go('cancelled')}>
          Cancelar campanha
        </Button>
      </Dialog>
    </Card>
  );
}

function describeStatus({ status, scheduledFor, startedAt, finishedAt }: Campaign): string {
  const at = (when: string | null) => (when ? formatDateTime(when) : '');
  return {
    draft: 'Ninguém recebeu ainda. Confira a prévia, envie um teste e agende.',
    scheduled: `O envio começa em ${at(scheduledFor)}.`,
    sending: `O envio começou em ${at(startedAt)} e segue no ritmo escolhido.`,
    paused: 'O envio está pausado.',
    sent: `Envio concluído em ${at(finishedAt)}.`,
    cancelled: `Cancelada em ${at(finishedAt)}.`,
  }[status];
}

interface ScheduleDialogProps {
  campaign: Campaign;
  pending: boolean;
  onClose: () => void;
  /** Null sends immediately. */
  onSchedule: (when: string | null) => void;
}

function ScheduleDialog({ campaign, pending, onClose, onSchedule }: ScheduleDialogProps) {
  const { register, handleSubmit, control } = useForm({ defaultValues: { at: '' } });
  const typed = useWatch({ control, name: 'at' });
  const when = typed === '' ? null : readDateTime(typed);
  const { kind, buttonPath } = campaign;
  const audience = useQuery({
    ...queries.admin.campaigns.audience.queryOptions({
      input: { ...pickAudience(campaign), kind, buttonPath },
    }),
    staleTime: 0,
  });
  const people = audience.data?.people;
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Quando enviar"
      description="Deixe em branco para começar no próximo minuto. Horário de Maceió."
      size="sm"
    >
      <form className="grid gap-4" onSubmit={(event) => void handleSubmit(() => onSchedule(when))(event)}>
        <Field label="Dia e hora" optional>
          <DateInput withTime {...register('at')} />
        </Field>
        <output className="block min-h-12 text-sm text-ink-soft">
          {audience.data && `${reachSentence(audience.data)} `}
          {when && 'Quem recebe é decidido na hora do envio.'}
        </output>
        <Button
          type="submit"
          loading={pending}
          disabled={(typed !== '' && when === null) || (!when && people === 0)}
        >
          {when ? 'Agendar' : people ? `Enviar agora para ${formatInteger(people)}` : 'Enviar agora'}
        </Button>
      </form>
    </Dialog>
  );
}
