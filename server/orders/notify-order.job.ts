/** Notifies buyers of events of their orders and records them in the activity log, once. */
import { endedBeforeItsHold } from '@mare/domain/orders/hold.ts';
import { countCotas } from '@mare/domain/numbers/describe-cotas.ts';
import { formatNumber } from '@mare/domain/numbers/format-number.ts';
import { formatBrl } from '@mare/domain/format.ts';
import { defineBatchJob } from '../platform/jobs.ts';
import type { Platform } from '../platform/platform.ts';
import { type NewActivity, recordActivities } from '../activity-log/record-activity.ts';
import { type NewNotification, sendNotifications } from '../notifications/send-notification.ts';
import { queueWhatsApps } from '../notifications/whatsapp/queue-whatsapp.ts';
import { summarizeNumbers } from '../notifications/whatsapp/whatsapp-messages.ts';
import { notifyRecipients } from './gifts/end-gifts.ts';
import { cancellationSentences, selectRifasOfReturns } from './returns/describe-return.ts';
import { keptLabel } from './mails/order-mails.ts';
import { type OrderEvent, type OrderEventKind, timeOf } from './lifecycle/order-events.ts';
import { cotasOf, type StoredOrder, selectOrdersById, unsoldEnd } from './order.queries.ts';

interface OrderNewsJob extends OrderEvent {
  kind: OrderEventKind;
}

interface News {
  action: string;
  description: string;
  notification?: Pick<NewNotification, 'type' | 'title' | 'message'>;
}

export const notifyOrderJob = defineBatchJob('notify-order', {}, notifyOrders);

async function notifyOrders(
  platform: Pick<Platform, 'config' | 'db' | 'caches' | 'clock' | 'random'>,
  jobs: OrderNewsJob[],
): Promise<void> {
  const { db } = platform;
  const orders = await selectOrdersById(
    db,
    jobs.map(({ orderId }) => orderId),
  );
  const known = jobs.flatMap((job) => {
    const order = orders.get(job.orderId);
    return order ? [{ order, ...job }] : [];
  });
  const rifas = await selectRifasOfReturns(db, known);
  const events = known.map((job) => describe(job.order, job, cancellationSentences(job, rifas)));
  await db.transaction().execute(async (trx) => {
    await recordActivities(
      trx,
      platform,
      events.map(({ activity }) => activity),
    );
    for (const { order, kind } of events)
      if (kind === 'refunded' || kind === 'chargedBack') await notifyRecipients(trx, platform, order.id);
    await sendNotifications(
      trx,
      platform,
      events.flatMap(({ notification }) => notification ?? []),
    );
    await queueWhatsApps(
      trx,
      platform,
      events
        .filter(({ kind }) => kind === 'paid')
        .map(({ order, deduplicationKey }) => ({
          userId: order.userId,
          topic: 'order',
          template: 'pagamento_confirmado',
          parameters: [rifasOf(order), numbersOf(order), `${platform.config.publicUrl}/dashboard`],
          deduplicationKey,
        })),
    );
  });
}

/** @param cancellations the cancelled rifas that a refund comes from, a sentence each */
function describe(order: StoredOrder, { kind, ...event }: OrderNewsJob, cancellations: string[]) {
  const { action, description, notification } = newsOf(order, kind, event);
  if (notification) notification.message = [...cancellations, notification.message].join(' ');
  const { id, userId } = order;
  const deduplicationKey = `order:${id}:${kind}:${timeOf(event)}`;
  const activity: NewActivity = {
    userId,
    action,
    entityType: 'order',
    entityId: id,
    description,
    deduplicationKey,
    // All other events happen at the bank, at the provider or in a job.
    ipAddress: kind === 'created' ? addressOf(order) : null,
  };
  const data = { href: `/pedido/${order.externalReference}` };
  return {
    order,
    kind,
    deduplicationKey,
    activity,
    notification: notification && { userId, ...notification, data, deduplicationKey },
  };
}

/** Address of the order; a manual sale has none. */
function addressOf({ customer }: StoredOrder): string | null {
  const { ipAddress } = customer as { ipAddress?: unknown };
  return typeof ipAddress === 'string' ? ipAddress : null;
}

function rifasOf(order: StoredOrder): string {
  return [...new Set(order.lines.map((line) => line.title))].join(', ');
}

function numbersOf(order: StoredOrder): string {
  return summarizeNumbers(
    order.lines.flatMap(({ numbers, totalNumbers }) =>
      numbers.map((number) => formatNumber(number, totalNumbers)),
    ),
  );
}

function newsOf(
  order: StoredOrder,
  kind: OrderNewsJob['kind'],
  { centavos = order.totalCentavos, cotas: returned = 0 }: Pick<OrderEvent, 'centavos' | 'cotas'>,
): News {
  const rifas = rifasOf(order);
  const amount = formatBrl(order.totalCentavos);
  const about = `${countCotas(cotasOf(order))} de ${rifas}`;
  const back = formatBrl(centavos);
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
      if (unsoldEnd(order) === 'rifa_cancelled') return rifaCancelled(about);
      if (order.groupPartId) return partEnded(about);
      return endedBeforeItsHold(order) ? endedEarly(order, about) : expired(order, about);
    case 'refunded':
      return {
        action: 'refund-order',
        description: `O pedido de ${about} foi reembolsado (${back}).`,
        notification: {
          type: 'info',
          title: 'Reembolso feito',
          message: `Devolvemos ${back} pelo mesmo meio do pagamento. O pedido (${about}) não participa mais do sorteio.`,
        },
      };
    case 'partlyRefunded':
      return {
        action: 'refund-order-partly',
        description: `Parte do pedido ${order.externalReference} foi reembolsada (${back}).`,
        notification: {
          type: 'info',
          title: 'Reembolso feito',
          message: `Devolvemos ${back} pelo mesmo meio do pagamento. ${keptLabel(returned)}`,
        },
      };
    case 'chargedBack':
      return {
        action: 'charge-back-order',
        description: `O pagamento de ${about} foi contestado no banco (${amount}).`,
        notification: {
          type: 'error',
          title: 'O pagamento foi contestado',
          message: `O banco devolveu o valor de ${about}. Os números não participam mais do sorteio. Se não foi você, fale com o suporte.`,
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
  }
}

function expired(order: StoredOrder, about: string): News {
  return {
    action: 'expire-order',
    description: `A reserva de ${about} terminou sem pagamento.`,
    notification: {
      type: 'warning',
      title: 'Seu pedido expirou',
      message: `O prazo para pagar ${about} terminou${unsoldEnd(order) === 'on_sale' ? ' e os números voltaram a ficar livres' : ''}. Nada foi cobrado.`,
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

/** The sentences before say which rifa, and why. */
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
      message: `${unsoldEnd(order) === 'on_sale' ? `Os números de ${about} voltaram à venda.` : `A reserva de ${about} terminou.`} Nada foi cobrado.`,
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
