import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { queries } from '../../api.ts';
import { errorMessage, isApiError } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

interface CancelCashRefundProps {
  refundId: string;
  /** Distinguishes buttons with the same text for screen readers. */
  name: string;
}

/** Cancels a cash refund before its hand-over, with a reason: the buyer keeps the cotas. */
export function CancelCashRefund({ refundId, name }: CancelCashRefundProps) {
  const [open, setOpen] = useState(false);
  const client = useQueryClient();
  const cancel = useMutation(
    queries.admin.cancelCashRefund.mutationOptions({
      onSuccess: async () => {
        toast.success('Devolução cancelada: as cotas continuam com quem comprou.');
        setOpen(false);
        await client.invalidateQueries({ queryKey: queries.admin.key() });
      },
      onError: (error) => {
        if (isApiError(error, 'CASH_REFUND_FINAL'))
          void client.invalidateQueries({ queryKey: queries.admin.key() });
      },
    }),
  );
  return (
    <>
      <Button variant="outline" size="sm" className="justify-self-start" onClick={() => setOpen(true)}>
        Cancelar a devolução
        <span className="sr-only">: {name}</span>
      </Button>
      {open && (
        <ReasonDialog
          title="Cancelar a devolução em dinheiro"
          action="Cancelar a devolução"
          hint="Fica no histórico do pedido."
          isPending={cancel.isPending}
          error={cancel.error && errorMessage(cancel.error)}
          onSubmit={(note) => cancel.mutate({ refundId, note })}
          onClose={() => setOpen(false)}
        >
          Use quando nada foi entregue e a pessoa prefere ficar com as cotas: o pedido continua pago, as cotas
          valem, e ela é avisada. Você pode pedir a devolução de novo depois.
        </ReasonDialog>
      )}
    </>
  );
}
