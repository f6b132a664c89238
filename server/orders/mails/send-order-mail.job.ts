/** Writes the mail about an order event into the outbox, once. */
import { queueUnprovedMail } from '../../mail/limit-unproved-address.ts';
import { type QueueDeps, queueMail } from '../../mail/outbox/queue-message.ts';
import { z } from 'zod';
import { defineJob } from '../../platform/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { type OrderEvent, timeOf } from '../lifecycle/order-events.ts';
import { selectOrder } from '../order.queries.ts';
import { composeOrderMail, type OrderMailKind } from './order-mails.ts';

export interface OrderMailPayload extends OrderEvent {
  kind: OrderMailKind;
  /** Deduplication key of a mail that is sent again on request. */
  again?: string;
}

const recipient = z.object({ name: z.string().catch(''), email: z.email() });

export const sendOrderMailJob = defineJob('send-order-mail', { concurrency: 5 }, sendOrderMail);

async function sendOrderMail(
  platform: QueueDeps & Pick<Platform, 'db' | 'log'>,
  { orderId, kind, again, ...details }: OrderMailPayload,
): Promise<void> {
  const { config, db, log } = platform;
  const order = await selectOrder(db, { id: orderId });
  const to = recipient.safeParse(order?.customer);
  if (!order || !to.success) {
    log.warn({ orderId, kind }, 'order without an e-mail address: mail skipped');
    return;
  }
  // Already paid or closed: the payment reminder is obsolete.
  if (kind === 'created' && order.status !== 'pending') return;
  const url = `${config.publicUrl}/pedido/${order.externalReference}`;
  const key = `order:${orderId}:${kind}:${again ? `again:${again}` : timeOf(details)}`;
  const mail = composeOrderMail(kind, { ...details, order, recipient: to.data, url });
  const about = { key, topic: 'order' } as const;
  await db.transaction().execute(async (trx) => {
    // An unpaid order proves nothing about the address that it names.
    if (kind === 'created' || kind === 'cancelled')
      await queueUnprovedMail(trx, platform, { kind: `order-${kind}`, owner: order.userId }, mail, about);
    else await queueMail(trx, platform, mail, about);
  });
}
