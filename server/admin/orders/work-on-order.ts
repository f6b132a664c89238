/** Staff actions on an order page. */
import { hashOfEmail } from '../../mail/preferences.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import { type OrderContact, recordOrderEvent, setOrderContact } from '../../orders/lifecycle/update-order.ts';
import { queueMail, type QueueDeps } from '../../mail/outbox/queue-message.ts';
import { composeContactCorrectedMail } from '../../orders/mails/contact-corrected-mail.ts';
import { sendOrderMailJob } from '../../orders/mails/send-order-mail.job.ts';
import type { PanelUser } from '../../platform/http/api.ts';
import type { Platform } from '../../platform/platform.ts';
import { NOTE } from './order-parts.queries.ts';
import { textOf } from './read-order.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'jobs'>;

/** The source of an event that staff caused. */
const sourceOf = ({ userId }: PanelUser) => `staff:${userId}`;

/** @returns false when there is no such order */
export async function addOrderNote(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  by: PanelUser,
  { id, note }: { id: string; note: string },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const order = await trx.selectFrom('orders').select('id').where('id', '=', id).executeTakeFirst();
    if (!order) return false;
    await recordOrderEvent(trx, id, NOTE, sourceOf(by), { note });
    await recordActivity(
      trx,
      { clock },
      {
        ...by,
        action: 'add-note',
        entityType: 'order',
        entityId: id,
        description: 'Anotou algo em um pedido.',
      },
    );
    return true;
  });
}

/** Maximum receipts of one order to one mailbox. */
export const RECEIPTS_PER_ORDER = { name: 'receipt-again', hits: 5, seconds: 3600 };

export type ResendReceiptResult = { ok: true } | { ok: false; code: 'NOT_FOUND' | 'RECEIPT_UNAVAILABLE' };

/** Mails the receipt again. Idempotent by `requestId`. */
export async function resendReceipt(
  { db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  by: PanelUser,
  { id, requestId }: { id: string; requestId: string },
): Promise<ResendReceiptResult> {
  return db.transaction().execute(async (trx) => {
    const order = await trx
      .selectFrom('orders')
      .select(['status', 'customer'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!order) return { ok: false, code: 'NOT_FOUND' };
    if (order.status !== 'paid' || !textOf(order.customer, 'email'))
      return { ok: false, code: 'RECEIPT_UNAVAILABLE' };
    await jobs.enqueue(trx, sendOrderMailJob, { orderId: id, kind: 'paid', again: requestId });
    await recordActivity(
      trx,
      { clock },
      {
        ...by,
        action: 'resend-receipt',
        entityType: 'order',
        entityId: id,
        description: 'Enviou de novo o recibo de um pedido.',
        deduplicationKey: `resend-receipt:${requestId}`,
      },
    );
    return { ok: true };
  });
}

export type CorrectContactResult = { ok: true } | { ok: false; code: 'NOT_FOUND' | 'VERSION_CONFLICT' };

interface Correction {
  id: string;
  /** Contact as the caller read it, for optimistic locking. */
  before: OrderContact;
  email: string;
  phone: string | null;
  reason: string;
}

/** Corrects the contact that receives the order's messages. Both e-mail addresses are notified. */
export async function correctOrderContact(
  platform: Pick<Platform, 'db'> & QueueDeps,
  by: PanelUser,
  { id, before, reason, ...after }: Correction,
): Promise<CorrectContactResult> {
  const { db, clock } = platform;
  return db.transaction().execute(async (trx) => {
    const order = await trx
      .selectFrom('orders')
      .select('externalReference')
      .where('id', '=', id)
      .executeTakeFirst();
    if (!order) return { ok: false, code: 'NOT_FOUND' };
    if (!(await setOrderContact(trx, id, before, after))) return { ok: false, code: 'VERSION_CONFLICT' };
    const to = [...new Set([before.email, after.email])].flatMap((email) => email ?? []);
    const { externalReference } = order;
    const correction = platform.random.uuid();
    for (const recipient of to)
      await queueMail(
        trx,
        platform,
        composeContactCorrectedMail(recipient, externalReference, platform.config.publicUrl),
        {
          key: `order:${id}:contact:${correction}:${hashOfEmail(recipient).toString('hex')}`,
          topic: 'order',
        },
      );
    await recordOrderEvent(trx, id, 'contact_corrected', sourceOf(by), { note: reason });
    await recordActivity(
      trx,
      { clock },
      {
        ...by,
        action: 'correct-order-contact',
        entityType: 'order',
        entityId: id,
        description: 'Corrigiu o contato de um pedido.',
        details: { before, after, reason },
      },
    );
    return { ok: true };
  });
}
