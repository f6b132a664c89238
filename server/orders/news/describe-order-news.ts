/** Texts of notifications and the activity log for an order event. */
import { describeChargedBackNumbers } from '@mare/domain/orders/returns/charged-back-numbers.ts';
import {
  describeCotasOfWonDispute,
  describeDisputedCotas,
} from '@mare/domain/orders/returns/disputed-cotas.ts';
import { describeRefundMeans } from '@mare/domain/orders/returns/refund-means.ts';
import { endedBeforeItsHold } from '@mare/domain/orders/hold.ts';
import { saleStateOf } from '@mare/domain/orders/sale-state.ts';
import { countCotas } from '@mare/domain/numbers/describe-cotas.ts';
import { formatBrl } from '@mare/domain/format.ts';
import type { NewNotification } from '../../notifications/send-notification.ts';
import type { OrderEvent, OrderEventKind } from '../lifecycle/order-events.ts';
import { cotasOf, type StoredOrder } from '../reading/order.queries.ts';

interface News {
  action: string;
  description: string;
  notification?: Pick<NewNotification, 'type' | 'title' | 'message'>;
}

export function rifasOf(order: StoredOrder): string {
  return [...new Set(order.lines.map((line) => line.title))].join(', ');
}

export function newsOf(
  order: StoredOrder,
  kind: OrderEventKind,
  {
    centavos = order.totalCentavos,
    refundOutcome = '',
    isManualSale = false,
    isPaidElsewhere = false,
  }: Pick<OrderEvent, 'centavos' | 'isPaidElsewhere'> & { refundOutcome?: string; isManualSale?: boolean },
): News {
  const rifas = rifasOf(order);
  const amount = formatBrl(order.totalCentavos);
  const about = `${countCotas(cotasOf(order))} de ${rifas}`;
  const returned = formatBrl(centavos);
  switch (kind) {
    case 'created':
      return { action: 'create-order', description: `Reservou ${about} (${amount}).` };
    case 'paid':
      return {
        action: 'pay-order',
        description: `Pagou ${about} (${amount}).`,
        notification: {
          type: 'success',
          title: 'Pagamento confirmado!',
          message: `${about}: os números são seus. Boa sorte!`,
        },
      };
    case 'cancelled':
      if (order.status === 'failed') return failed(about);
      if (saleStateOf(order.lines) === 'rifa_cancelled') return rifaCancelled(about);
      if (order.groupPartId) return partEnded(about);
      return endedBeforeItsHold(order) ? endedEarly(order, about) : expired(order, about);
    case 'refunded':
      return {
        action: 'refund-order',
        description: `O pedido de ${about} foi reembolsado (${returned}).`,
        notification: {
          type: 'info',
          title: 'Reembolso feito',
          message: `Devolvemos ${returned} do pedido de ${about}, ${describeRefundMeans({ isManualSale, isPaidElsewhere })}. ${refundOutcome}`,
        },
      };
    case 'partlyRefunded':
      return {
        action: 'refund-order-partly',
        description: `Parte do pedido ${order.externalReference} foi reembolsada (${returned}).`,
        notification: {
          type: 'info',
          title: 'Reembolso feito',
          message: `Devolvemos ${returned} ${describeRefundMeans({ isManualSale, isPaidElsewhere })}. ${refundOutcome}`,
        },
      };
    case 'disputed':
      return {
        action: 'dispute-order',
        description: `O pagamento de ${about} está em contestação no banco (${amount}).`,
        notification: {
          type: 'warning',
          title: 'Seu pagamento está em contestação',
          message: `Uma contestação do pagamento de ${about} foi aberta no banco. ${describeDisputedCotas(order.lines)} Se não foi você, fale com o suporte.`,
        },
      };
    case 'disputeWon':
      return {
        action: 'win-dispute',
        description: `A contestação do pagamento de ${about} terminou, e ele vale (${amount}).`,
        notification: {
          type: 'success',
          title: 'A contestação terminou',
          message: `O pagamento de ${about} vale. ${describeCotasOfWonDispute(order.lines)}`,
        },
      };
    case 'chargedBack':
      return {
        action: 'charge-back-order',
        description: `O pagamento de ${about} foi contestado no banco (${amount}).`,
        notification: {
          type: 'error',
          title: 'O pagamento foi contestado',
          message: `O banco devolveu o valor de ${about}. ${describeChargedBackNumbers(order.lines)} Se não foi você, fale com o suporte.`,
        },
      };
    case 'paymentReturned':
      return {
        action: 'return-payment',
        description: `Um pagamento do pedido de ${about} está sendo devolvido.`,
        notification: {
          type: 'warning',
          title: 'Um pagamento seu está sendo devolvido',
          message: 'O valor inteiro volta sozinho para a conta que pagou. Você não precisa fazer nada.',
        },
      };
    case 'handOverUndone':
      return {
        action: 'undo-refund-in-cash',
        description: `A entrega de ${returned} do pedido de ${about} foi desfeita: o valor ainda vai ser entregue.`,
        notification: {
          type: 'warning',
          title: 'Seu reembolso ainda não foi entregue',
          message: `Por engano, dissemos que ${returned} do pedido de ${about} já estavam com você. Quem organiza a rifa ainda vai entregar ${returned} a você, em mãos. Se você já recebeu, fale com o suporte.`,
        },
      };
    case 'handedOverAgain':
      return {
        action: 'hand-over-refund',
        description: `${returned} do pedido de ${about} foram entregues em mãos.`,
        notification: {
          type: 'info',
          title: 'Reembolso entregue',
          message: `Entregamos ${returned} do pedido de ${about} em mãos. Se você não recebeu, fale com o suporte.`,
        },
      };
  }
}

function expired(order: StoredOrder, about: string): News {
  return {
    action: 'expire-order',
    description: `A reserva de ${about} terminou sem pagamento.`,
    notification: {
      type: 'warning',
      title: 'Seu pedido expirou',
      message: `O prazo para pagar ${about} terminou${saleStateOf(order.lines) === 'on_sale' ? ' e os números voltaram a ficar livres' : ''}. Nada foi cobrado.`,
    },
  };
}

/** The numbers may still be reserved for the group. */
function partEnded(about: string): News {
  return {
    action: 'expire-order',
    description: `A parte do bolão (${about}) não foi paga.`,
    notification: {
      type: 'info',
      title: 'Você não está mais com a parte do bolão',
      message: `A sua parte (${about}) não foi paga. Nada foi cobrado.`,
    },
  };
}

/** Follows sentences that name the rifa and the reason. */
function rifaCancelled(about: string): News {
  return {
    action: 'cancel-order',
    description: `O pedido de ${about} foi cancelado com a rifa.`,
    notification: {
      type: 'warning',
      title: 'Seu pedido foi cancelado',
      message: `O seu pedido (${about}) foi cancelado. Nada foi cobrado.`,
    },
  };
}

function endedEarly(order: StoredOrder, about: string): News {
  return {
    action: 'cancel-order',
    description: `A reserva de ${about} terminou antes do prazo.`,
    notification: {
      type: 'info',
      title: 'Seu pedido foi cancelado',
      message: `${saleStateOf(order.lines) === 'on_sale' ? `Os números de ${about} voltaram à venda.` : `A reserva de ${about} terminou.`} Nada foi cobrado.`,
    },
  };
}

function failed(about: string): News {
  return {
    action: 'fail-order',
    description: `O pagamento de ${about} não foi aprovado.`,
    notification: {
      type: 'error',
      title: 'Seu pagamento não foi aprovado',
      message: `Nada foi cobrado por ${about}. Se ainda quiser participar, faça um novo pedido.`,
    },
  };
}
