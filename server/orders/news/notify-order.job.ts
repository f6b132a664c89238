/**
 * Notifies buyers of events of their orders and records them in the activity log, once. An event that a later one has
 * superseded is only recorded.
 */
import { isOutdatedNews } from '@mare/domain/orders/outdated-news.ts';
import { formatNumber } from '@mare/domain/numbers/format-number.ts';
import { defineBatchJob } from '../../platform/jobs/define-job.ts';
import type { Platform } from '../../platform/platform.ts';
import { type NewActivity, recordActivities } from '../../activity-log/record-activity.ts';
import { sendNotifications } from '../../notifications/send-notification.ts';
import { queueWhatsApps } from '../../notifications/whatsapp/queue-whatsapp.ts';
import { summarizeNumbers } from '../../notifications/whatsapp/whatsapp-messages.ts';
import { newsOf, rifasOf } from './describe-order-news.ts';
import { notifyRecipients } from '../gifts/end-gifts.ts';
import { cancellationSentences, outcomeOfRefund, selectRifasOfReturns } from '../returns/describe-return.ts';
import { selectManualSales } from '../returns/manual-sales.queries.ts';
import { refundedOrders, selectSealedCotas } from '../returns/sealed-cotas.queries.ts';
import { type OrderEvent, type OrderEventKind, timeOf } from '../lifecycle/order-events.ts';
import { type StoredOrder, selectOrdersById } from '../reading/order.queries.ts';

interface OrderNewsJob extends OrderEvent {
  kind: OrderEventKind;
}

export const notifyOrderJob = defineBatchJob('notify-order', {}, notifyOrders);

async function notifyOrders(
  platform: Pick<Platform, 'config' | 'db' | 'pool' | 'caches' | 'clock' | 'random'>,
  jobs: OrderNewsJob[],
): Promise<void> {
  const { db, pool } = platform;
  const orders = await selectOrdersById(
    pool,
    jobs.map(({ orderId }) => orderId),
  );
  const known = jobs.flatMap((job) => {
    const order = orders.get(job.orderId);
    return order ? [{ order, ...job }] : [];
  });
  const rifas = await selectRifasOfReturns(db, known);
  const sealed = await selectSealedCotas(db, refundedOrders(known));
  const manualSales = await selectManualSales(db, refundedOrders(known));
  const events = known.map((job) => {
    const refundOutcome = outcomeOfRefund(job, sealed.get(job.orderId) ?? []);
    const refund = { refundOutcome, isManualSale: manualSales.has(job.orderId) };
    return describe(job.order, { ...job, ...refund }, cancellationSentences(job, rifas));
  });
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
        .filter(({ kind, isOutdated }) => kind === 'paid' && !isOutdated)
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

/** @param cancellations a sentence for each cancelled rifa that caused the refund */
function describe(
  order: StoredOrder,
  { kind, ...event }: OrderNewsJob & { refundOutcome: string; isManualSale: boolean },
  cancellations: string[],
) {
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
    ipAddress: kind === 'created' ? buyerIpAddressOf(order) : null,
  };
  const data = { href: `/pedido/${order.externalReference}` };
  const isOutdated = isOutdatedNews({ kind, ...event }, order);
  return {
    order,
    kind,
    isOutdated,
    deduplicationKey,
    activity,
    notification: isOutdated
      ? undefined
      : notification && { userId, ...notification, data, deduplicationKey },
  };
}

/** IP address of the buyer; a manual sale has none. */
function buyerIpAddressOf({ customer }: StoredOrder): string | null {
  const { ipAddress } = customer as { ipAddress?: unknown };
  return typeof ipAddress === 'string' ? ipAddress : null;
}

function numbersOf(order: StoredOrder): string {
  return summarizeNumbers(
    order.lines.flatMap(({ numbers, totalNumbers }) =>
      numbers.map((number) => formatNumber(number, totalNumbers)),
    ),
  );
}
