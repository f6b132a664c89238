import { deliverOutbox } from '../../mail/outbox/outbox.testing.ts';
import type { PaymentsTestbed } from '../../payments/payments.testing.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Mail } from '../../platform/messages/mail.ts';
import { type OrderEvent, type OrderEventKind, orderEvents } from '../lifecycle/order-events.ts';
import { sendOrderMailJob } from '../mails/send-order-mail.job.ts';
import { notifyOrderJob } from './notify-order.job.ts';

/** Jobs that `readMessages` runs: to be prepared by the testbed. */
export const messageJobs = [sendOrderMailJob, notifyOrderJob];

/** Mail and notification that the buyer gets about the newest event of a kind. */
export async function readMessages(
  bed: Pick<PaymentsTestbed, 'pool' | 'db'> & { platform: Platform },
  kind: OrderEventKind,
  orderId: string,
) {
  const { rows } = await bed.pool.query<{ data: OrderEvent }>(
    `select data from pgboss.job where name = $1 and data->>'orderId' = $2 order by created_on desc`,
    [orderEvents[kind].name, orderId],
  );
  const event = { ...rows[0]!.data, kind };
  const sent: Mail[] = [];
  await notifyOrderJob.handle(bed.platform, event);
  await sendOrderMailJob.handle(bed.platform, event);
  await deliverOutbox({ ...bed.platform, mailer: { send: async (mail) => void sent.push(mail) } });
  const notification = await bed.db
    .selectFrom('notifications')
    .select('message')
    .where('occasion', 'like', `order:${orderId}:${kind}:%`)
    .orderBy('createdAt', 'desc')
    .executeTakeFirstOrThrow();
  return { mail: sent[0]!.text, notification: notification.message };
}
