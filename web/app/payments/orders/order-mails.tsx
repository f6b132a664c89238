import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import type { OrderDetail } from '@mare/contract/admin/order-detail.ts';
import { Section } from '../../admin/people/person-section.tsx';
import { queries } from '../../api.ts';
import { formatDateTime } from '../../format.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/states.tsx';
import { usePermission } from '../../session/use-permission.ts';

const mailLabels: Record<string, string> = {
  created: 'Pedido feito, falta pagar',
  paid: 'Recibo com os números',
  paid_again: 'Recibo, de novo',
  contact: 'Aviso de contato corrigido',
  cancelled: 'Pedido expirado ou cancelado',
  refunded: 'Reembolso feito',
  partlyRefunded: 'Reembolso de uma parte',
  disputed: 'Pagamento em contestação',
  disputeWon: 'Contestação terminada',
  chargedBack: 'Pagamento contestado',
  paymentReturned: 'Pagamento devolvido',
};

const stateLabels: Record<OrderDetail['mails'][number]['state'], string> = {
  waiting: 'na fila',
  sent: 'enviado',
  skipped: 'não enviado',
  rejected: 'endereço inválido',
  parked: 'falhou',
};

/** Polling interval while a mail is being sent. */
const UNDER_WAY_MS = 3_000;

/** Sent mails, and a button that sends the receipt again. */
export function OrderMails({ order }: { order: OrderDetail }) {
  const client = useQueryClient();
  const mayResend = usePermission('work-on-orders');
  // One idempotency key until a receipt was sent, so a double click sends one.
  const [requestId, setRequestId] = useState(() => crypto.randomUUID());
  // A job adds the receipt to the list, so it appears later.
  const [countAtResend, setCountAtResend] = useState<number | null>(null);
  const isUnderWay =
    order.mails.length === countAtResend || order.mails.some(({ state }) => state === 'waiting');
  useQuery({
    ...queries.admin.orders.find.queryOptions({ input: { id: order.id } }),
    refetchOnMount: false,
    refetchInterval: isUnderWay && UNDER_WAY_MS,
  });
  const resend = useMutation(
    queries.admin.orders.resendReceipt.mutationOptions({
      onSuccess: async () => {
        setRequestId(crypto.randomUUID());
        setCountAtResend(order.mails.length);
        toast.success('Recibo a caminho!');
        await client.invalidateQueries({ queryKey: queries.admin.orders.key() });
      },
    }),
  );
  const { email } = order.contact;
  return (
    <Section title="E-mails">
      {order.mails.length === 0 && <p className="text-ink-soft">Nenhum ainda.</p>}
      <ul className="grid gap-2 text-sm">
        {order.mails.map(({ key, kind, state, recipient, at }) => (
          <li key={key} className="wrap-anywhere">
            {mailLabels[kind] ?? kind}: {stateLabels[state]}
            <span className="block text-ink-soft">
              {formatDateTime(at)} {recipient && `· ${recipient}`}
            </span>
          </li>
        ))}
      </ul>
      {mayResend && order.status === 'paid' && email && (
        <Button
          variant="outline"
          size="sm"
          className="justify-self-start"
          loading={resend.isPending}
          onClick={() => resend.mutate({ id: order.id, requestId })}
        >
          Reenviar recibo
        </Button>
      )}
      {resend.isError && <FormError>{errorMessage(resend.error)}</FormError>}
    </Section>
  );
}
