import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { toast } from 'sonner';
import type { PartnerRow } from '@mare/contract/partners/partners-admin.ts';
import { queries } from '../../api.ts';
import { isRejection } from '../../fetching/failures/is-api-error.ts';
import { formatCount } from '../../format.ts';
import { errorMessage } from '../../messages.ts';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { Field, Options, Select } from '../../ui/form/field.tsx';

const CHOICES = {
  reassign: 'Passar para outros parceiros',
  keep: 'Deixar esperando',
};

const EXPLANATIONS: Record<keyof typeof CHOICES, string> = {
  reassign: 'Vão para quem oferece o mesmo serviço na mesma cidade. Sem outro parceiro, o voucher espera.',
  keep: 'A equipe combina com cada pessoa, ou o parceiro volta antes de o voucher vencer.',
};

interface PausePartnerProps {
  partner: PartnerRow;
  open: boolean;
  onClose: () => void;
  /** The list shows the result for the partner. */
  onDecided: () => void;
}

/** Asks how to handle the open vouchers of a partner that pauses. */
export function PausePartner({ partner, open, onClose, onDecided }: PausePartnerProps) {
  const cache = useQueryClient();
  const { register, getValues, control } = useForm<{ openVouchers: keyof typeof CHOICES }>({
    defaultValues: { openVouchers: 'reassign' },
  });
  const choice = useWatch({ control, name: 'openVouchers' });
  const pause = useMutation(
    queries.admin.setPartnerStatus.mutationOptions({
      onSuccess: ({ reassigned, waiting }) =>
        toast.success('Parceiro pausado.', {
          description: `${formatCount(reassigned, 'voucher passou', 'vouchers passaram')} para outro parceiro, ${formatCount(waiting, 'espera', 'esperam')}.`,
        }),
      onError: (error) => toast.error(errorMessage(error)),
      onSettled: async (_, error) => {
        // During an outage the dialog stays, with its choice.
        if (error && !isRejection(error)) return;
        onClose();
        await cache.invalidateQueries({ queryKey: queries.admin.key() });
        onDecided();
      },
    }),
  );
  const confirm = () => {
    const { openVouchers } = getValues();
    pause.mutate({ id: partner.id, status: 'inactive', from: partner.status, openVouchers });
  };
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={`Pausar ${partner.companyName}?`}
      action="Pausar"
      loading={pause.isPending}
      onConfirm={confirm}
    >
      <div className="grid gap-4">
        <p>
          {formatCount(
            partner.pendingVouchers,
            'voucher ainda não foi usado',
            'vouchers ainda não foram usados',
          )}
          . Quem ganhou recebe um aviso do que muda.
        </p>
        <Field label="O que fazer com eles" hint={EXPLANATIONS[choice]}>
          <Select {...register('openVouchers')}>
            <Options labels={CHOICES} />
          </Select>
        </Field>
      </div>
    </ConfirmDialog>
  );
}
