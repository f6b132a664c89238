import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Payout } from '@mare/contract/affiliates/payouts.ts';
import { formatPixKey } from '@mare/domain/accounts/person-numbers.ts';
import { queries } from '../../api.ts';
import { formatBrl } from '../../format.ts';
import { sentenceFor } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { Field, Input } from '../../ui/form/field.tsx';

interface PayPayoutDialogProps {
  payout: Payout;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onPaid: () => Promise<void>;
}

const SHORTEST_REFERENCE = 3;

/** Asks for the bank's word on the transfer before a payout counts as paid: that cannot be taken back. */
export function PayPayoutDialog({ payout, open, onOpenChange, onPaid }: PayPayoutDialogProps) {
  const [reference, setReference] = useState('');
  const pay = useMutation(
    queries.admin.payPayout.mutationOptions({
      onSuccess: () => {
        onOpenChange(false);
        return onPaid();
      },
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
        onSubmit={(event) => {
          event.preventDefault();
          pay.mutate({ id: payout.id, reference });
        }}
      >
        <Field
          label="Comprovante"
          hint="O identificador da transferência, como o banco mostra."
          error={pay.isError ? sentenceFor(pay.error) : undefined}
        >
          <Input value={reference} maxLength={100} onChange={(event) => setReference(event.target.value)} />
        </Field>
        <Button
          type="submit"
          loading={pay.isPending}
          disabled={reference.trim().length < SHORTEST_REFERENCE}
          className="justify-self-start"
        >
          Confirmar pagamento
        </Button>
      </form>
    </Dialog>
  );
}
