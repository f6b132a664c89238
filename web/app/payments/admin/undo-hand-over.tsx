import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import type { PaymentHistory } from '@mare/contract/payments/payments.ts';
import { queries } from '../../api.ts';
import { formatBrl } from '../../format.ts';
import { errorMessage, isApiError } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

interface UndoHandOverProps {
  /** A cash refund that was recorded as handed over. */
  refund: PaymentHistory['refunds'][number];
}

/** Undoes a hand-over that was recorded by mistake, with a reason. */
export function UndoHandOver({ refund }: UndoHandOverProps) {
  const [open, setOpen] = useState(false);
  return (
    <div className="mt-1">
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        Desfazer a entrega
        <span className="sr-only"> de {formatBrl(refund.amountCentavos)}</span>
      </Button>
      {open && <UndoDialog refund={refund} onClose={() => setOpen(false)} />}
    </div>
  );
}

function UndoDialog({ refund, onClose }: UndoHandOverProps & { onClose: () => void }) {
  const client = useQueryClient();
  const undo = useMutation(
    queries.admin.undoHandOver.mutationOptions({
      onSuccess: async () => {
        toast.success('Entrega desfeita: o valor está de novo na lista do dinheiro a devolver.');
        // First: the focus returns to the button, and moves on when that disappears.
        onClose();
        await client.invalidateQueries({ queryKey: queries.admin.key() });
      },
      onError: (error) => {
        if (isApiError(error, 'VERSION_CONFLICT'))
          void client.invalidateQueries({ queryKey: queries.admin.key() });
      },
    }),
  );
  const { id: refundId, handOvers, amountCentavos } = refund;
  const amount = formatBrl(amountCentavos);
  const conflict = isApiError(undo.error, 'VERSION_CONFLICT')
    ? 'Esta entrega já foi desfeita, ou anotada de novo. Feche e veja o histórico.'
    : null;
  return (
    <ReasonDialog
      title={`Desfazer a entrega de ${amount}`}
      action="Desfazer a entrega"
      hint="Fica no histórico do pedido e na lista."
      isPending={undo.isPending}
      error={undo.error && (conflict ?? errorMessage(undo.error))}
      onSubmit={(note) => undo.mutate({ refundId, handOvers, note })}
      onClose={onClose}
    >
      Use quando a entrega foi anotada por engano: {amount} voltam ao caixa e à lista do dinheiro a devolver,
      e o comprador é avisado de que ainda vai receber. As cotas continuam devolvidas. A entrega anotada e
      quem a desfez ficam no histórico.
    </ReasonDialog>
  );
}
