import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { recordActivity } from '../../../activity-log/record-activity.ts';
import { sendNotification } from '../../../notifications/send-notification.ts';
import type { Platform } from '../../../platform/platform.ts';
import { signalTicketChange } from '../../signal-ticket.ts';

export type DeskDeps = Pick<Platform, 'config' | 'caches' | 'db' | 'jobs' | 'clock' | 'random'>;

/** The staff member who acts. */
export interface Agent {
  userId: string;
  ipAddress: string;
}

export type DeskResult = { ok: true } | { ok: false; code: 'NOT_FOUND' | 'CLOSED' | 'CHANGED' };

export const DONE: DeskResult = { ok: true };
export const NOT_FOUND: DeskResult = { ok: false, code: 'NOT_FOUND' };

/** Why a conditional update matched no ticket: it does not exist, or has another state (`code`). */
export async function explainNoMatch(
  trx: Transaction<DB>,
  ticketId: string,
  code: 'CLOSED' | 'CHANGED',
): Promise<DeskResult> {
  const row = await trx
    .selectFrom('supportTickets')
    .select('id')
    .where('id', '=', ticketId)
    .executeTakeFirst();
  return row ? { ok: false, code } : NOT_FOUND;
}

/** Writes to the activity log, and signals the open browsers of agents and author. */
export async function recordDeskAction(
  desk: DeskDeps,
  trx: Transaction<DB>,
  { userId, ipAddress }: Agent,
  ticketId: string,
  activity: { action: string; description: string; details?: Record<string, unknown> },
): Promise<void> {
  const entity = { entityType: 'ticket', entityId: ticketId };
  await recordActivity(trx, desk, { userId, ipAddress, ...entity, ...activity });
  const ticket = await trx
    .selectFrom('supportTickets')
    .select('userId')
    .where('id', '=', ticketId)
    .executeTakeFirst();
  if (ticket) await signalTicketChange(trx, { ticketId, authorId: ticket.userId }, 'desk');
}

/** Notifies the author of a ticket on the site; visitors have no notifications. */
export async function notifyRequester(
  desk: DeskDeps,
  trx: Transaction<DB>,
  { userId, subject }: { userId: string | null; subject: string },
  deduplicationKey: string,
  title: string,
  ticketId: string,
): Promise<void> {
  if (!userId) return;
  const data = { href: `/suporte?ticket=${ticketId}` };
  await sendNotification(trx, desk, {
    userId,
    type: 'info',
    title,
    message: subject,
    data,
    deduplicationKey,
  });
}
