import type { OrderPage } from '@mare/contract/orders/orders.ts';

/** What an order that is not pending says to its buyer. */
export const orderEndings = {
  paid: {
    title: 'Pagamento confirmado. Boa sorte!',
    text: 'Estas cotas são suas e de mais ninguém. Avisamos por e-mail quando o sorteio acontecer.',
  },
  refunding: {
    title: 'Devolução em andamento',
    text: 'Um valor está sendo devolvido para a conta que pagou o Pix. Esta página se atualiza sozinha.',
  },
  partly_refunded: {
    title: 'Uma parte deste pedido foi devolvida',
    text: 'Avisamos por e-mail quando o sorteio acontecer.',
  },
  drawn: {
    title: 'O sorteio já aconteceu',
    text: 'O resultado está publicado, e qualquer pessoa pode conferir a conta.',
  },
  partly_drawn: {
    title: 'Pagamento confirmado. Boa sorte!',
    text: 'Uma parte deste pedido já foi sorteada. Avisamos por e-mail quando o próximo sorteio acontecer.',
  },
  cancelled: {
    title: 'A reserva terminou',
    text: 'O pagamento não chegou a tempo e as cotas voltaram à venda. Se você pagou depois do prazo, não se preocupe: o pedido volta a valer se os números ainda estiverem livres, ou o valor é devolvido sozinho.',
  },
  ended_early: {
    title: 'Pedido cancelado',
    text: 'As cotas voltaram à venda e nada foi cobrado. Se você já tinha pago este Pix, não se preocupe: o pedido volta a valer se os números ainda estiverem livres, ou o valor é devolvido sozinho.',
  },
  part_returned: {
    title: 'A parte voltou ao bolão',
    text: 'A parte está livre no bolão para outra pessoa pegar. Se você pagou este Pix, não se preocupe: a parte volta a ser sua se ainda estiver livre, ou o valor é devolvido sozinho.',
  },
  failed: {
    title: 'O pagamento não foi aprovado',
    text: 'As cotas voltaram à venda. Nada foi cobrado; você pode escolher outras e tentar de novo.',
  },
  refunded: { title: 'Pedido reembolsado', text: 'O valor foi devolvido para a conta que pagou o Pix.' },
  charged_back: {
    title: 'Pagamento contestado',
    text: 'O banco devolveu este pagamento e as cotas deixaram de valer.',
  },
} as const;

type Ended = Pick<OrderPage, 'group' | 'endedEarly' | 'refundUnderWay' | 'items' | 'returned'>;

export function endingOf(
  order: Ended,
  status: Exclude<OrderPage['status'], 'pending'>,
): keyof typeof orderEndings {
  const isPartFree = order.group?.isOpen && order.group.partNo !== 1;
  if (isPartFree && (status === 'cancelled' || status === 'failed')) return 'part_returned';
  if (order.endedEarly) return 'ended_early';
  if (status !== 'paid') return status;
  if (order.refundUnderWay) return 'refunding';
  const drawn = order.items.filter(({ rifaStatus }) => rifaStatus === 'completed');
  if (drawn.length === 0) return order.returned.length > 0 ? 'partly_refunded' : 'paid';
  return drawn.length === order.items.length ? 'drawn' : 'partly_drawn';
}
