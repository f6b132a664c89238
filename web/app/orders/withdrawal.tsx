import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OrderPage, Withdrawal as Terms } from '@mare/contract/orders/orders.ts';
import { queries } from '../api.ts';
import { formatBrl, formatCount, formatDateTime } from '../format.ts';
import { errorMessage } from '../messages.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx';
import { FormError } from '../ui/states.tsx';
import { keptSentence } from './kept-reasons.ts';

/** Withdrawal in two steps, with the returned cotas, the refund and the remaining cotas. */
export function Withdrawal({ order, terms }: { order: OrderPage; terms: Terms }) {
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
  const revealed = terms.kept.some(({ reason }) => reason === 'REVEALED' || reason === 'PRIZE_FOUND');
  if (!terms.until)
    return revealed ? (
      <p className="text-sm text-ink-soft">
        Esta compra não tem desistência: o pagamento já revelou se as suas cotas são premiadas.
      </p>
    ) : null;
  const isAll = terms.kept.length === 0;
  return (
    <div className="grid gap-2">
      <p className="text-sm text-ink-soft">
        Mudou de ideia? Você pode desistir e receber{' '}
        {terms.centavos === order.totalCentavos ? 'tudo' : formatBrl(terms.centavos)} de volta até{' '}
        {formatDateTime(terms.until)}.
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
        <div className="grid gap-3">
          <p>
            {order.soldByHand
              ? `Quem organiza a rifa devolve ${formatBrl(terms.centavos)} a você, fora deste site`
              : `${formatBrl(terms.centavos)} voltam para a conta que pagou o Pix`}
            , e as cotas voltam à venda. Isto não pode ser desfeito.
          </p>
          {order.group?.isOpen && (
            <p>
              {order.group.partNo === 1
                ? `É a sua parte do bolão “${order.group.name}”, que você começou: ele termina com ela. As partes que os amigos pagaram continuam valendo, e eles recebem um aviso.`
                : `É a sua parte do bolão “${order.group.name}”: ele continua sem ela, e não fica mais completo.`}
            </p>
          )}
          {!isAll && (
            <ul className="grid list-disc gap-1 pl-5 text-sm">
              {terms.returned.map(({ rifaId, title, quantity, centavos }) => (
                <li key={rifaId}>
                  {title}: {formatCount(quantity, 'cota volta', 'cotas voltam')} por {formatBrl(centavos)}.
                </li>
              ))}
              {terms.kept.map((line) => (
                <li key={`${line.rifaId} ${line.reason}`}>{keptSentence(line)}</li>
              ))}
            </ul>
          )}
        </div>
        {withdraw.isError && <FormError className="mt-3">{errorMessage(withdraw.error)}</FormError>}
      </ConfirmDialog>
    </div>
  );
}
