import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OrderPage } from '@mare/contract/orders/orders.ts';
import { queries } from '../api.ts';
import { formatBrl, formatDateTime } from '../format.ts';
import { errorMessage } from '../messages.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx';
import { FormError } from '../ui/states.tsx';

/** Withdrawal in two steps. The server allows it only to the buyer of the order. */
export function Withdrawal({ order, until }: { order: OrderPage; until: string }) {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const input = { externalReference: order.externalReference };
  const withdraw = useMutation(
    queries.orders.withdraw.mutationOptions({
      onSuccess: async () => {
        setAsking(false);
        await client.invalidateQueries({ queryKey: queries.orders.page.queryKey({ input }) });
      },
    }),
  );
  return (
    <div className="grid gap-2">
      <p className="text-sm text-ink-soft">
        Mudou de ideia? Você pode desistir e receber tudo de volta até {formatDateTime(until)}.
      </p>
      <Button variant="quiet" size="sm" className="justify-self-start" onClick={() => setAsking(true)}>
        Desistir da compra
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        size="sm"
        title="Desistir da compra?"
        back="Ficar com as cotas"
        action="Desistir e receber de volta"
        loading={withdraw.isPending}
        onConfirm={() => withdraw.mutate(input)}
      >
        <p>
          {formatBrl(order.totalCentavos)} voltam para a conta que pagou o Pix, e as cotas voltam à venda.
          Isto não pode ser desfeito.
        </p>
        {withdraw.isError && <FormError className="mt-3">{errorMessage(withdraw.error)}</FormError>}
      </ConfirmDialog>
    </div>
  );
}
