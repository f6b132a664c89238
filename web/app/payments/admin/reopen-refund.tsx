import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { queries } from '../../api.ts';
import { formatBrl } from '../../format.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

interface ReopenRefundProps {
  refundId: string;
  amountCentavos: number;
}

/** Returns a refund, which was marked as not to be returned, to the list of payments to review. */
export function ReopenRefund({ refundId, amountCentavos }: ReopenRefundProps) {
  const [open, setOpen] = useState(false);
  const client = useQueryClient();
  const reopen = useMutation(
    queries.admin.reopenRefund.mutationOptions({
      onSuccess: async () => {
        toast.success('O reembolso está de novo na lista do que conferir.');
        // First: the focus returns to the button, and moves on when that disappears.
        setOpen(false);
        await client.invalidateQueries({ queryKey: queries.admin.key() });
      },
    }),
  );
  const amount = formatBrl(amountCentavos);
  return (
    <div className="mt-1">
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        Decidir de novo
        <span className="sr-only"> o reembolso de {amount}</span>
      </Button>
      {open && (
        <ReasonDialog
          title={`Decidir de novo o reembolso de ${amount}`}
          action="Decidir de novo"
          hint="Fica no histórico do pedido."
          isPending={reopen.isPending}
          error={reopen.error && errorMessage(reopen.error)}
          onSubmit={(note) => reopen.mutate({ refundId, note })}
          onClose={() => setOpen(false)}
        >
          Use quando o dinheiro vai ser devolvido afinal: o reembolso volta à lista do que conferir, onde você
          anota a devolução por outro meio. Até lá nada muda no pedido.
        </ReasonDialog>
      )}
    </div>
  );
}
