import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { Payout } from '@mare/contract/affiliates/payouts.ts';
import { formatPixKey } from '@mare/domain/accounts/person-numbers.ts';
import { queries } from '../../api.ts';
import { formatBrl } from '../../format.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { Field, Input } from '../../ui/form/field.tsx';
import { FormerKeyNote } from './former-key-note.tsx';
import { reversedSinceApproval } from './reversed-since-approval.ts';

interface PayPayoutDialogProps {
  payout: Payout;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onPaid: () => Promise<void>;
  /** Asks whether to postpone it to the next month. */
  onDefer: () => void;
  /** Someone else may have decided about the payout. */
  onFailed: () => Promise<void>;
}

const MIN_REFERENCE_CHARACTERS = 3;
const isReference = (typed: string) =>
  typed.trim().length >= MIN_REFERENCE_CHARACTERS ||
  `Escreva pelo menos ${MIN_REFERENCE_CHARACTERS} caracteres do comprovante.`;

/** Marks a payout as paid, which cannot be undone, and stores the bank's reference of the transfer. */
export function PayPayoutDialog({
  payout,
  open,
  onOpenChange,
  onPaid,
  onDefer,
  onFailed,
}: PayPayoutDialogProps) {
  const reversed = reversedSinceApproval(payout);
  const { register, handleSubmit, formState } = useForm({ defaultValues: { reference: '' } });
  const { errors } = formState;
  const pay = useMutation(
    queries.admin.payPayout.mutationOptions({
      onSuccess: () => {
        onOpenChange(false);
        return onPaid();
      },
      onError: onFailed,
    }),
  );
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Marcar como pago"
      description={`${formatBrl(payout.amountCentavos)} para ${payout.name || payout.email}, Pix ${formatPixKey(payout.pixKey ?? '')}`}
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => void handleSubmit((fields) => pay.mutate({ id: payout.id, ...fields }))(event)}
      >
        {reversed && (
          <p className="font-semibold">
            {reversed} Se você pagar agora, a diferença sai dos próximos repasses.
          </p>
        )}
        {payout.hasFormerKey && <FormerKeyNote />}
        <Field
          label="Comprovante"
          hint="O identificador da transferência, como o banco mostra."
          error={errors.reference?.message ?? (pay.isError ? errorMessage(pay.error) : undefined)}
        >
          <Input maxLength={100} {...register('reference', { validate: isReference })} />
        </Field>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" loading={pay.isPending}>
            Confirmar pagamento
          </Button>
          {(reversed || payout.hasFormerKey) && (
            <Button variant="quiet" onClick={onDefer}>
              Deixar para o próximo mês
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}
