import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { toast } from 'sonner';
import type { OrderPage } from '@mare/contract/orders/orders.ts';
import { queries } from '../../api.ts';
import { errorMessage } from '../../messages.ts';
import { links } from '../../links.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { notifySkipped, putBackIntoCart } from '../pay/order-again.ts';
import { restoreCoupon } from '../quote/coupon-storage.ts';
import { useOpenOrders } from './use-open-orders.ts';

/**
 * Changes or cancels an unpaid order. Shown only to its buyer, because anyone with the reference can open the page.
 */
export function LeaveOrder({ order }: { order: OrderPage }) {
  const { externalReference } = order;
  const { orders } = useOpenOrders();
  const [asking, setAsking] = useState<'change' | 'give-up' | null>(null);
  const cache = useQueryClient();
  const navigate = useNavigate();
  const leave = useMutation({
    mutationFn: () => queries.orders.giveUp.call({ externalReference }),
    onSuccess: async ({ outcome }) => {
      if (outcome === 'paid') toast.success('O pagamento deste pedido já entrou.');
      if (outcome === 'waiting')
        toast.info('O banco ainda não respondeu', {
          description: order.group
            ? 'A parte fica livre assim que ele responder.'
            : 'As cotas voltam à venda assim que ele responder.',
        });
      if (outcome !== 'released') return;
      if (asking === 'give-up') {
        toast.success('Pedido cancelado', {
          description: `${releasedSentence(order)} Nada foi cobrado.`,
        });
        return;
      }
      const skipped = await putBackIntoCart(cache, order.items);
      restoreCoupon(order.discounts);
      notifySkipped(skipped);
      if (skipped.length < order.items.length) void navigate(links.checkout());
    },
    onError: (error) => toast.error('Erro', { description: errorMessage(error) }),
    onSettled: () => {
      setAsking(null);
      return Promise.all([
        cache.invalidateQueries({ queryKey: queries.orders.page.key() }),
        cache.invalidateQueries({ queryKey: queries.orders.open.key() }),
        cache.invalidateQueries({ queryKey: queries.orders.group.key() }),
      ]);
    },
  });
  if (!orders.some((open) => open.externalReference === externalReference)) return null;
  return (
    <div className="flex flex-wrap justify-center gap-2 border-t border-line pt-4">
      {!order.group && (
        <Button variant="quiet" size="sm" onClick={() => setAsking('change')}>
          Mudar o pedido
        </Button>
      )}
      <Button variant="quiet" size="sm" onClick={() => setAsking('give-up')}>
        {leavingLabel(order)}
      </Button>
      <ConfirmDialog
        open={asking !== null}
        onClose={() => setAsking(null)}
        title={asking === 'change' ? 'Mudar o pedido?' : `${leavingLabel(order)}?`}
        action={asking === 'change' ? 'Mudar o pedido' : leavingLabel(order)}
        variant={asking === 'change' ? 'primary' : 'danger'}
        loading={leave.isPending}
        onConfirm={() => leave.mutate()}
      >
        {asking === 'change'
          ? `A reserva termina, e os mesmos números${hasCoupon(order) ? ' e o cupom' : ''} voltam para o carrinho, para você mudar. Até o novo pedido, outra pessoa pode comprá-los.`
          : `${leavingSentence(order)} Se você já pagou este Pix, não desista: o pagamento entra em instantes.`}
      </ConfirmDialog>
    </div>
  );
}

const hasCoupon = ({ discounts }: OrderPage) => discounts.some(({ kind }) => kind === 'coupon');

function leavingLabel({ group }: OrderPage): string {
  if (!group?.isOpen) return 'Desistir do pedido';
  return group.partNo === 1 ? 'Desistir do bolão' : 'Desistir da parte';
}

function leavingSentence({ group }: OrderPage): string {
  if (!group?.isOpen) return 'A reserva termina e as cotas voltam à venda.';
  return group.partNo === 1
    ? 'O bolão termina sem a primeira parte, e todas as cotas voltam à venda.'
    : 'A parte fica livre no bolão, para outra pessoa pegar.';
}

function releasedSentence({ group }: OrderPage): string {
  return group?.isOpen && group.partNo !== 1 ? 'A parte está livre no bolão.' : 'As cotas voltaram à venda.';
}
