/** Writes the mails about events of orders into the outbox, once. */
import { isOutdatedNews } from '@mare/domain/orders/outdated-news.ts';
import { queueUnconfirmedMails } from '../../mail/limit-unconfirmed-mail.ts';
import { type QueueDeps, queueMessages } from '../../mail/outbox/queue-message.ts';
import { z } from 'zod';
import { defineBatchJob } from '../../platform/jobs/define-job.ts';
import type { Platform } from '../../platform/platform.ts';
import { type OrderEvent, timeOf } from '../lifecycle/order-events.ts';
import { type StoredOrder, selectOrdersById } from '../reading/order.queries.ts';
import {
  cancellationSentences,
  outcomeOfRefund,
  returnedLabel,
  type RifaOfReturn,
  selectRifasOfReturns,
} from '../returns/describe-return.ts';
import { selectManualSales } from '../returns/manual-sales.queries.ts';
import {
  refundedOrders,
  type SealedCotasOfRifa,
  selectSealedCotas,
} from '../returns/sealed-cotas.queries.ts';
import { composeOrderMail, type OrderMailKind } from './order-mails.ts';

export interface OrderMailPayload extends OrderEvent {
  kind: OrderMailKind;
  /** Deduplication key of a mail that is sent again on request. */
  again?: string;
}

const recipient = z.object({ name: z.string().catch(''), email: z.email() });

export const sendOrderMailJob = defineBatchJob('send-order-mail', {}, sendOrderMails);

async function sendOrderMails(
  platform: QueueDeps & Pick<Platform, 'db' | 'pool' | 'log'>,
  payloads: OrderMailPayload[],
): Promise<void> {
  const { db, pool } = platform;
  const orders = await selectOrdersById(
    pool,
    payloads.map(({ orderId }) => orderId),
  );
  const rifas = await selectRifasOfReturns(
    db,
    payloads.flatMap(({ orderId, returned }) => {
      const order = orders.get(orderId);
      return order ? [{ order, returned }] : [];
    }),
  );
  const sealed = await selectSealedCotas(db, refundedOrders(payloads));
  const manualSales = await selectManualSales(db, refundedOrders(payloads));
  const mails = payloads.flatMap(
    (payload) =>
      compose(platform, orders.get(payload.orderId), payload, {
        rifas,
        sealed: sealed.get(payload.orderId) ?? [],
        isManualSale: manualSales.has(payload.orderId),
      }) ?? [],
  );
  await db.transaction().execute(async (trx) => {
    // An unpaid order proves nothing about the e-mail address that it names.
    for (const kind of ['created', 'cancelled'] as const)
      await queueUnconfirmedMails(
        trx,
        platform,
        `order-${kind}`,
        mails.filter((mail) => mail.kind === kind),
      );
    await queueMessages(
      trx,
      platform,
      mails
        .filter(({ kind }) => kind !== 'created' && kind !== 'cancelled')
        .map(({ key, mail }) => ({ key, topic: 'order', content: { channel: 'mail', mail } })),
    );
  });
}

function compose(
  { config, log }: QueueDeps & Pick<Platform, 'log'>,
  order: StoredOrder | undefined,
  { orderId, kind, again, ...details }: OrderMailPayload,
  {
    rifas,
    sealed,
    isManualSale,
  }: { rifas: ReadonlyMap<string, RifaOfReturn>; sealed: SealedCotasOfRifa[]; isManualSale: boolean },
) {
  const to = recipient.safeParse(order?.customer);
  if (!order || !to.success) {
    log.warn({ orderId, kind }, 'order without an e-mail address: mail skipped');
    return null;
  }
  // Already paid or closed: the payment reminder is obsolete.
  if (kind === 'created' && order.status !== 'pending') return null;
  if (isOutdatedNews({ kind, ...details }, order)) return null;
  const url = `${config.publicUrl}/pedido/${order.externalReference}`;
  const mail = composeOrderMail(kind, {
    ...details,
    order,
    recipient: to.data,
    url,
    cancellations: cancellationSentences({ order, returned: details.returned }, rifas),
    refundOutcome: outcomeOfRefund({ order, ...details }, sealed),
    isManualSale,
    returnedLabel: returnedLabel(details, rifas),
  });
  const key = `order:${orderId}:${kind}:${again ? `again:${again}` : timeOf(details)}`;
  // Mail servers may be down for hours.
  const expiresAt = kind === 'created' ? order.holdExpiresAt : undefined;
  return { kind, key, topic: 'order' as const, owner: order.userId, mail, expiresAt };
}
