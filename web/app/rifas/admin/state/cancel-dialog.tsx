import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { toast } from 'sonner';
import type { ManagedRifa } from '@mare/contract/rifas/managed-rifa.ts';
import { CANCEL_REASONS, CHOSEN_CANCEL_REASONS } from '@mare/domain/rifas/lifecycle/cancelling.ts';
import { queries } from '../../../api.ts';
import { approversSentence, requestedSentence } from '../../../approvals/approval-labels.ts';
import { formatBrl, formatCount } from '../../../format.ts';
import { errorMessage } from '../../../messages.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, Options, Select, Textarea } from '../../../ui/form/field.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { FormError } from '../../../ui/states.tsx';
import { StateChangeError } from './state-change-error.tsx';
import { useChangeState } from './use-change-state.ts';

const reasonLabels = Object.fromEntries(
  CHOSEN_CANCEL_REASONS.map((reason) => [reason, CANCEL_REASONS[reason]]),
);

interface CancelDialogProps {
  rifa: ManagedRifa;
  onClose: () => void;
  onChanged: () => void;
}

const FORM = 'cancelar-rifa';

/** Cancels a rifa for a public reason. Once sales are over, requests it: a second person decides. */
export function CancelDialog({ rifa, onClose, onChanged }: CancelDialogProps) {
  const { register, handleSubmit } = useForm<{
    reason: (typeof CHOSEN_CANCEL_REASONS)[number];
    note: string;
  }>({
    defaultValues: { reason: 'PRIZE_UNAVAILABLE', note: '' },
  });
  const needsSecondPerson = rifa.cancelling === 'TWO_PERSONS';
  const client = useQueryClient();
  const approvers = useQuery({
    ...queries.approvals.approvers.queryOptions(),
    staleTime: 0,
    enabled: needsSecondPerson,
  });
  const request = useMutation(
    queries.admin.rifas.cancelFrozen.mutationOptions({
      onSuccess: ({ effectiveAt }) => {
        toast.success(requestedSentence(effectiveAt));
        void client.invalidateQueries({ queryKey: queries.approvals.key() });
        onClose();
        onChanged();
      },
    }),
  );
  const cancel = useChangeState({
    done: 'Rifa cancelada. O que foi pago volta a quem comprou.',
    onClose,
    onChanged,
  });
  const submit = handleSubmit((fields) =>
    needsSecondPerson
      ? request.mutate({ id: rifa.id, ...fields })
      : cancel.mutate({ id: rifa.id, version: rifa.version, to: 'cancelled', ...fields }),
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Cancelar rifa: ${rifa.title}`}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="outline" onClick={onClose}>
            Voltar
          </Button>
          <Button type="submit" form={FORM} variant="danger" loading={request.isPending || cancel.isPending}>
            {needsSecondPerson ? 'Pedir o cancelamento' : 'Cancelar rifa'}
          </Button>
        </div>
      }
    >
      <form id={FORM} className="grid gap-4" onSubmit={(event) => void submit(event)}>
        {needsSecondPerson ? (
          <p>
            As vendas terminaram. Cancelar agora precisa de duas pessoas e de um motivo público, e deixa de
            ser possível na hora da extração. {approvers.data && approversSentence(approvers.data)}
          </p>
        ) : (
          <p>
            As cotas pagas desta rifa são reembolsadas. O que os mesmos pedidos têm de outras rifas continua
            valendo, e quem já achou uma cota premiada fica com ela e com o prêmio. Comissões e pontos
            diminuem na mesma medida. Isto não pode ser desfeito.
          </p>
        )}
        {rifa.soldNumbers > 0 && (
          <p className="font-semibold">
            {formatCount(rifa.soldNumbers, 'cota paga será devolvida', 'cotas pagas serão devolvidas')}:{' '}
            {formatBrl(rifa.revenueCentavos)}.
          </p>
        )}
        <Field label="Motivo" hint="Aparece nas páginas da rifa e do sorteio.">
          <Select {...register('reason')}>
            <Options labels={reasonLabels} />
          </Select>
        </Field>
        <Field label="Explicação" hint="Também aparece para quem comprou. Não cite pessoas.">
          <Textarea rows={3} {...register('note')} required minLength={3} maxLength={300} />
        </Field>
        {request.isError && <FormError>{errorMessage(request.error)}</FormError>}
        {cancel.isError && <StateChangeError error={cancel.error} />}
      </form>
    </Dialog>
  );
}
