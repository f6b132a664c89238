import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ReadPayment } from '@mare/contract/admin/settlements.ts';
import { queries } from '../../api.ts';
import { adminOrderLink } from '../../admin/orders/order-links.ts';
import { Permitted } from '../../admin/permissions/permitted.tsx';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { LiveRegion } from '../../ui/live-region.tsx';
import { FormError } from '../../ui/states.tsx';

/** Looks up an unknown payment at the provider, and shows the next step. */
export function ReadAtProvider({ paymentId }: { paymentId: string }) {
  const client = useQueryClient();
  const read = useMutation(
    queries.admin.finance.readPayment.mutationOptions({
      onSuccess: ({ found }) =>
        client.invalidateQueries({
          queryKey: queries.admin.key(),
          // A search that found no order would run again, and remove this result.
          predicate: ({ state }) => found === 'order' || state.status !== 'error',
        }),
    }),
  );
  return (
    <Permitted to="move-money">
      <div className="grid justify-items-start gap-2">
        <Button
          variant="outline"
          size="sm"
          loading={read.isPending}
          onClick={() => read.mutate({ paymentId })}
        >
          Consultar no provedor
          <span className="sr-only">: pagamento {paymentId}</span>
        </Button>
        {read.isError && <FormError>{errorMessage(read.error)}</FormError>}
        <LiveRegion>{read.data && <Found found={read.data} />}</LiveRegion>
      </div>
    </Permitted>
  );
}

function Found({ found }: { found: ReadPayment }) {
  switch (found.found) {
    case 'order':
      return (
        <p>
          É de um pedido, e a loja já aplicou o que o provedor diz.{' '}
          <Link to={adminOrderLink({ id: found.orderId })} className="text-link">
            Abrir o pedido
          </Link>
        </p>
      );
    case 'other_system':
      return (
        <p>
          Existe no provedor, mas não é de nenhum pedido: veio de outro sistema ou de uma cobrança feita à mão
          na mesma conta. A loja passou a conhecê-lo, sem venda nem cotas; se o dinheiro não é seu, devolva-o
          no painel do provedor.
        </p>
      );
    case 'absent':
      return (
        <p>
          O provedor não tem este pagamento. O arquivo pode ser de outra conta ou de teste, ou o número está
          errado: baixe-o de novo e confira a conta.
        </p>
      );
    case 'unavailable':
      return <p>O provedor não respondeu. Tente de novo em alguns minutos.</p>;
  }
}
