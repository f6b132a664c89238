import { sql } from 'kysely';
import { sendTicketMailJob } from '../send-ticket-mail.job.ts';
import {
  type Colleague,
  type Desk,
  DONE,
  logWork,
  missed,
  tellWriter,
  type WorkOutcome,
} from './desk-work.ts';

/** The answer goes to the thread, the bell and by mail; to a visitor by mail alone. */
export function answerTicket(
  desk: Desk,
  colleague: Colleague,
  { ticketId, message }: { ticketId: string; message: string },
): Promise<WorkOutcome> {
  return desk.db.transaction().execute(async (trx) => {
    const now = desk.clock.now();
    const ticket = await trx
      .updateTable('supportTickets')
      .set((eb) => ({
        updatedAt: now,
        awaitingAnswer: false,
        firstAnsweredAt: eb.fn.coalesce('firstAnsweredAt', eb.val(now)),
        answeredInTime: eb.fn.coalesce('answeredInTime', sql<boolean>`sla_response_due >= ${now}`),
        assignedTo: eb.fn.coalesce('assignedTo', eb.val(colleague.userId)),
        status: sql<string>`case when status in ('open', 'escalated') then 'in_progress' else status end`,
      }))
      .where('id', '=', ticketId)
      .where('status', '!=', 'closed')
      .returning(['subject', 'userId'])
      .executeTakeFirst();
    if (!ticket) return missed(trx, ticketId, 'closed');
    const id = desk.random.uuid();
    await trx
      .insertInto('supportReplies')
      .values({ id, ticketId, authorId: colleague.userId, fromDesk: true, message, createdAt: now })
      .execute();
    await logWork(desk, trx, colleague, ticketId, {
      action: 'answer-ticket',
      description: `Respondeu o ticket “${ticket.subject}”.`,
    });
    await desk.jobs.enqueue(trx, sendTicketMailJob, { ticketId, kind: 'answered', replyId: id });
    await tellWriter(desk, trx, ticket, `ticket-answered:${id}`, 'Seu ticket foi respondido', ticketId);
    return DONE;
  });
}
