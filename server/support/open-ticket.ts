import type { SupportTicket } from '@mare/contract/support/support.ts';
import type { TicketPriority } from '@mare/domain/support/response-due.ts';
import { initialPriority, responseDue } from '@mare/domain/support/response-due.ts';
import { findOrderByReference } from '../orders/reading/find-order.ts';
import { spend } from '../platform/database/rate-limits.ts';
import { recordActivity } from '../activity-log/record-activity.ts';
import type { Platform } from '../platform/platform.ts';
import { enqueueAssignment } from './assignment/assign-in-turn.job.ts';
import { TICKETS_PER_USER } from './limits.ts';
import { sendTicketMailJob } from './send-ticket-mail.job.ts';
import { toTicket } from './support.queries.ts';

interface NewTicket {
  userId: string;
  subject: string;
  message: string;
  /** Request of the author. */
  priority: TicketPriority;
  /** The order that it is about. */
  orderReference?: string;
}

export type OpenTicketOutcome =
  | { ok: true; ticket: SupportTicket }
  | { ok: false; code: 'ORDER_UNKNOWN' }
  | { ok: false; code: 'TOO_MANY'; retryAfterSeconds: number };

export async function openTicket(
  platform: Pick<Platform, 'db' | 'jobs' | 'clock' | 'random'>,
  ticket: NewTicket,
  ipAddress: string,
): Promise<OpenTicketOutcome> {
  const { db, jobs, clock, random } = platform;
  const retryAfterSeconds = await spend(db, clock, TICKETS_PER_USER, ticket.userId);
  if (retryAfterSeconds !== null) return { ok: false, code: 'TOO_MANY', retryAfterSeconds };
  const { priority: wishedPriority, orderReference, ...written } = ticket;
  const order = orderReference ? await findOrderByReference(db, orderReference) : null;
  if (orderReference && order?.userId !== ticket.userId) return { ok: false, code: 'ORDER_UNKNOWN' };
  const priority = initialPriority(wishedPriority, await isVip(db, ticket.userId));
  const now = clock.now();
  const row = await db.transaction().execute(async (trx) => {
    const opened = await trx
      .insertInto('supportTickets')
      .values({
        ...written,
        priority,
        wishedPriority,
        orderId: order?.id ?? null,
        id: random.uuid(),
        createdAt: now,
        updatedAt: now,
        slaResponseDue: responseDue(now, priority),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordActivity(trx, platform, {
      userId: ticket.userId,
      action: 'open-ticket',
      entityType: 'ticket',
      entityId: opened.id,
      description: `Abriu o ticket “${ticket.subject}”.`,
      ipAddress,
    });
    await enqueueAssignment(platform, trx, opened.id);
    await jobs.enqueue(trx, sendTicketMailJob, { ticketId: opened.id, kind: 'opened' });
    return opened;
  });
  return { ok: true, ticket: toTicket(row) };
}

async function isVip(db: Platform['db'], userId: string): Promise<boolean> {
  const vip = await db
    .selectFrom('profiles')
    .select('id')
    .where('id', '=', userId)
    .where('segment', '=', 'vip')
    .executeTakeFirst();
  return vip !== undefined;
}
