import { sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { insertTicketFile, type NewTicketFile } from '../../files/ticket-files.ts';
import { queueWhatsAppAnswer } from '../../inbound/answer-by-whatsapp.ts';
import { sendTicketMailJob } from '../../send-ticket-mail.job.ts';
import {
  type Agent,
  type DeskDeps,
  DONE,
  recordDeskAction,
  explainNoMatch,
  notifyRequester,
  type DeskResult,
} from './desk-action.ts';

/**
 * Adds an answer to the thread and sends it as notification, and by mail, or by WhatsApp if the author wrote by it in
 * the last 24 hours. Visitors get a mail only, without files.
 */
export function answerTicket(desk: DeskDeps, agent: Agent, answer: NewAnswer): Promise<DeskResult> {
  return desk.db.transaction().execute((trx) => addAnswer(desk, trx, agent, answer));
}

export interface NewAnswer {
  ticketId: string;
  /** Empty if the message is a file. */
  message: string;
  file?: NewTicketFile;
  /** The ticket is resolved in the same transaction. */
  resolves?: boolean;
}

/** Adds an answer within the caller's transaction. */
export async function addAnswer(
  desk: DeskDeps,
  trx: Transaction<DB>,
  agent: Agent,
  { ticketId, message, file, resolves = false }: NewAnswer,
): Promise<DeskResult> {
  const now = desk.clock.now();
  const ticket = await trx
    .updateTable('supportTickets')
    .set((eb) => ({
      updatedAt: now,
      awaitingAnswer: false,
      deskReadAt: now,
      firstAnsweredAt: eb.fn.coalesce('firstAnsweredAt', eb.val(now)),
      answeredInTime: eb.fn.coalesce('answeredInTime', sql<boolean>`sla_response_due >= ${now}`),
      assignedTo: eb.fn.coalesce('assignedTo', eb.val(agent.userId)),
      status: sql<string>`case when status in ('open', 'escalated') then 'in_progress' else status end`,
    }))
    .where('id', '=', ticketId)
    .where('status', '!=', 'closed')
    .returning(['subject', 'userId'])
    .executeTakeFirst();
  if (!ticket) return explainNoMatch(trx, ticketId, 'CLOSED');
  const id = desk.random.uuid();
  const answer = { ticketId, replyId: id, userId: ticket.userId, message };
  const isByWhatsApp = await queueWhatsAppAnswer(trx, desk, answer);
  const channel = isByWhatsApp ? 'whatsapp' : 'site';
  await trx
    .insertInto('supportReplies')
    .values({ id, ticketId, authorId: agent.userId, fromDesk: true, message, channel, createdAt: now })
    .execute();
  if (file) await insertTicketFile(trx, id, file, now);
  await recordDeskAction(desk, trx, agent, ticketId, {
    action: 'answer-ticket',
    description: `Respondeu o ticket “${ticket.subject}”.`,
  });
  if (!isByWhatsApp)
    await desk.jobs.enqueue(trx, sendTicketMailJob, { ticketId, kind: 'answered', replyId: id, resolves });
  await notifyRequester(desk, trx, ticket, `ticket-answered:${id}`, 'Seu ticket foi respondido', ticketId);
  return DONE;
}
