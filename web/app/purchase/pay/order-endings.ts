import { totalQuantity } from '@mare/domain/orders/total-quantity.ts';
import type { OrderPage } from '@mare/contract/orders/orders.ts';
import { describeChargedBackNumbers } from '@mare/domain/orders/returns/charged-back-numbers.ts';
import { describeDisputedCotas } from '@mare/domain/orders/returns/disputed-cotas.ts';
import { isBeforeSalesEnd, saleStateOf } from '@mare/domain/orders/sale-state.ts';
import { formatBrl, formatCount } from '../../format.ts';

/** Text for the buyer of an order that is no longer pending. */
export interface Ending {
  kind:
    | 'paid'
    | 'left_out'
    | 'partly_refunded'
    | 'partly_drawn'
    | 'drawn'
    | 'disputed'
    | 'refunding'
    | 'cancelled'
    | 'ended_early'
    | 'part_returned'
    | 'failed'
    | 'refunded'
    | 'charged_back';
  title: string;
  text: string;
}

type Ended = Pick<
  OrderPage,
  'group' | 'endedEarly' | 'mayBuy' | 'refundUnderWay' | 'sentBackCentavos' | 'items'
> &
  Pick<
    OrderPage,
    | 'returned'
    | 'isDisputed'
    | 'soldByHand'
    | 'refundedElsewhere'
    | 'givenAway'
    | 'leftOut'
    | 'cashOwedCentavos'
  >;

export function endingOf(order: Ended, status: Exclude<OrderPage['status'], 'pending'>): Ending {
  switch (status) {
    case 'paid':
      return paidEnding(order);
    case 'cancelled':
    case 'failed':
      return unpaidEnding(order, status);
    case 'refunded':
      if (order.cashOwedCentavos > 0) return cashOwedEnding(order);
      return {
        kind: status,
        title: 'Pedido reembolsado',
        text: isReturnedByHand(order)
          ? 'Quem organiza a rifa devolveu o valor a você, fora deste site.'
          : 'O valor foi devolvido para a conta que pagou o Pix.',
      };
    case 'charged_back':
      return {
        kind: status,
        title: 'Pagamento contestado',
        text: `O banco devolveu este pagamento. ${describeChargedBackNumbers(order.items)}`,
      };
  }
}

/** Whether the organiser returned money outside of this site. */
export function isReturnedByHand({
  soldByHand,
  refundedElsewhere,
}: Pick<OrderPage, 'soldByHand' | 'refundedElsewhere'>): boolean {
  return soldByHand || refundedElsewhere;
}

/** Its hand-over was recorded by mistake. */
const cashOwedEnding = ({ cashOwedCentavos }: Ended): Ending => ({
  kind: 'refunding',
  title: 'Falta entregar o seu dinheiro',
  text: `Quem organiza a rifa ainda vai entregar ${formatBrl(cashOwedCentavos)} a você, em mãos. Se você já recebeu, fale com o suporte.`,
});

const PAID = 'Pagamento confirmado. Boa sorte!';

function paidEnding(order: Ended): Ending {
  if (order.isDisputed)
    return {
      kind: 'disputed',
      title: 'Pagamento em contestação',
      text: `Uma contestação deste pagamento foi aberta no banco. ${describeDisputedCotas(order.items)} Se não foi você, fale com o suporte.`,
    };
  if (order.cashOwedCentavos > 0) return cashOwedEnding(order);
  if (order.refundUnderWay)
    return {
      kind: 'refunding',
      title: 'Devolução em andamento',
      text: order.soldByHand
        ? 'Quem organiza a rifa vai devolver um valor a você, fora deste site. Esta página se atualiza sozinha.'
        : 'Um valor está sendo devolvido a você. Esta página se atualiza sozinha.',
    };
  const drawn = order.items.filter(({ rifaStatus }) => rifaStatus === 'completed');
  if (drawn.length > 0 && drawn.length === order.items.length)
    return {
      kind: 'drawn',
      title: 'O sorteio já aconteceu',
      text: 'O resultado está publicado, e qualquer pessoa pode conferir a conta.',
    };
  if (countListExclusions(order) >= totalQuantity(order.items))
    return {
      kind: 'left_out',
      title: 'Pagamento confirmado',
      text:
        totalQuantity(order.items) === 1
          ? 'Esta cota não participa do sorteio.'
          : 'Estas cotas não participam do sorteio.',
    };
  // A manual sale may have no e-mail address.
  const next = drawn.length > 0 ? 'o próximo sorteio' : 'o sorteio';
  const news = order.soldByHand
    ? `Volte a esta página depois d${next} para ver o resultado.`
    : `Avisamos por e-mail quando ${next} acontecer.`;
  if (drawn.length > 0)
    return { kind: 'partly_drawn', title: PAID, text: `Uma parte deste pedido já foi sorteada. ${news}` };
  const text = `${ownership(order)} ${news}`;
  return order.returned.length > 0
    ? { kind: 'partly_refunded', title: 'Uma parte deste pedido foi devolvida', text }
    : { kind: 'paid', title: PAID, text };
}

/** Leaves out accepted gifts, which belong to their recipients. */
function ownership({ items, givenAway }: Ended): string {
  const cotas = totalQuantity(items);
  if (givenAway === 0)
    return cotas === 1 ? 'Esta cota é sua e de mais ninguém.' : 'Estas cotas são suas e de mais ninguém.';
  const givenText = formatCount(givenAway, 'cota foi dada', 'cotas foram dadas');
  const recipients = `${givenText} de presente e ${givenAway === 1 ? 'é' : 'são'} de quem aceitou`;
  return givenAway < cotas ? `${recipients}; as outras são suas e de mais ninguém.` : `${recipients}.`;
}

const countListExclusions = ({ leftOut }: Pick<Ended, 'leftOut'>) =>
  leftOut.reduce((sum, rifa) => sum + rifa.leftOut, 0);

function unpaidEnding(order: Ended, status: 'cancelled' | 'failed'): Ending {
  const lateNote = lateSentence(order);
  if (order.group?.isOpen && order.group.partNo !== 1)
    return {
      kind: 'part_returned',
      title: 'A parte voltou ao bolão',
      text: `A parte está livre no bolão para outra pessoa pegar. Se você pagou este Pix, não se preocupe: ${order.mayBuy ? 'a parte volta a ser sua se ainda estiver livre, ou ' : ''}o valor é devolvido sozinho.`,
    };
  const cancelled = order.items.find(({ rifaStatus }) => rifaStatus === 'cancelled');
  const saleState = saleStateOf(order.items);
  const onSale = saleState === 'on_sale';
  const free = onSale
    ? 'As cotas voltaram à venda. '
    : saleState === 'sales_paused'
      ? 'As vendas estão em pausa agora; quando voltarem, você pode pedir de novo. '
      : '';
  if (status === 'failed')
    return {
      kind: status,
      title: 'O pagamento não foi aprovado',
      text: !order.mayBuy
        ? 'Nada foi cobrado. Suas compras estão em pausa.'
        : onSale
          ? `${free}Nada foi cobrado; você pode escolher outras e tentar de novo.`
          : `${free}Nada foi cobrado, e estas cotas não participam do sorteio.`,
    };
  if (order.endedEarly && cancelled)
    return {
      kind: 'ended_early',
      title: 'Pedido cancelado',
      text: `A rifa ${cancelled.title} foi cancelada, e este pedido terminou com ela. ${lateNote}`.trimEnd(),
    };
  if (order.endedEarly)
    return {
      kind: 'ended_early',
      title: 'Pedido cancelado',
      text: `${order.mayBuy ? free : 'Suas compras estão em pausa. '}${lateNote}`.trimEnd(),
    };
  return {
    kind: 'cancelled',
    title: 'A reserva terminou',
    text: `O pagamento não chegou a tempo. ${free}${lateNote}`.trimEnd(),
  };
}

/**
 * Sentence about a payment that may still arrive after the order has ended; empty if a refund is made or in progress.
 */
function lateSentence({ refundUnderWay, sentBackCentavos, items, endedEarly, mayBuy }: Ended): string {
  if (refundUnderWay || sentBackCentavos > 0) return '';
  const begin = endedEarly
    ? 'Nada foi cobrado. Se você já tinha pago este Pix, não se preocupe:'
    : 'Se você pagou depois do prazo, não se preocupe:';
  if (!mayBuy || !items.every(isBeforeSalesEnd)) return `${begin} o valor é devolvido sozinho.`;
  const isPaused = items.some(({ rifaStatus }) => rifaStatus === 'paused');
  const condition = isPaused
    ? 'se você pagou antes da pausa das vendas e os números ainda estiverem livres'
    : 'se os números ainda estiverem livres';
  return `${begin} o pedido volta a valer ${condition}, ou o valor é devolvido sozinho.`;
}
