/** Sends the mail about an order event, once. */
import { claimMail } from '../../mail/claim-mail.ts';
import { spendUnprovedMail } from '../../mail/limit-unproved-address.ts';
import { z } from 'zod';
import { defineJob } from '../../platform/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { type OrderEvent, timeOf } from '../lifecycle/order-events.ts';
import { selectOrders } from '../order.queries.ts';
import { composeOrderMail, type OrderMailKind } from './order-mails.ts';

export interface OrderMailPayload extends OrderEvent {
  kind: OrderMailKind;
}

const recipient = z.object({ name: z.string().catch(''), email: z.email() });

export const sendOrderMailJob = defineJob('send-order-mail', { concurrency: 5 }, sendOrderMail);

async function sendOrderMail(
  { config, db, clock, mailer, log }: Pick<Platform, 'config' | 'db' | 'clock' | 'mailer' | 'log'>,
  { orderId, kind, ...details }: OrderMailPayload,
): Promise<void> {
  const [order] = await selectOrders(db, { id: orderId });
  const to = recipient.safeParse(order?.customer);
  if (!order || !to.success) {
    log.warn({ orderId, kind }, 'order without an e-mail address: mail skipped');
    return;
  }
  // Already paid or closed: the payment reminder is obsolete.
  if (kind === 'created' && order.status !== 'pending') return;
  const url = `${config.publicUrl}/pedido/${order.externalReference}`;
  await db.transaction().execute(async (trx) => {
    if (!(await claimMail(trx, `order:${orderId}:${kind}:${timeOf(details)}`))) return;
    // An unpaid order proves nothing about the address that it names.
    if (kind === 'created' || kind === 'cancelled') {
      const addressed = { email: to.data.email, owner: order.userId };
      if (!(await spendUnprovedMail(trx, clock, `order-${kind}`, addressed))) return;
    }
    await mailer.send(composeOrderMail(kind, { ...details, order, recipient: to.data, url }));
  });
}
