import { responseDue } from '@mare/domain/support/response-due.ts';
import { findOrderOfUser } from '../../../orders/reading/find-order.ts';
import { sendTicketMailJob } from '../../send-ticket-mail.job.ts';
import { type Agent, type DeskDeps, notifyRequester, recordDeskAction } from './desk-action.ts';

interface FirstMessage {
  userId: string;
  /** One of the person's orders. */
  orderId: string | null;
  subject: string;
  message: string;
}

export type WriteToPersonResult = { ok: true; ticketId: string } | { ok: false; code: 'NOT_FOUND' };

/** Opens a ticket whose first message is from the desk. It awaits no answer until the person replies. */
export async function writeToPerson(
  desk: DeskDeps,
  agent: Agent,
  { userId, orderId, subject, message }: FirstMessage,
): Promise<WriteToPersonResult> {
  if (orderId && !(await findOrderOfUser(desk.db, orderId, userId))) return { ok: false, code: 'NOT_FOUND' };
  return desk.db.transaction().execute(async (trx) => {
    const person = await trx.selectFrom('profiles').select('id').where('id', '=', userId).executeTakeFirst();
    if (!person) return { ok: false, code: 'NOT_FOUND' };
    const now = desk.clock.now();
    const ticketId = desk.random.uuid();
    await trx
      .insertInto('supportTickets')
      .values({
        id: ticketId,
        userId,
        orderId,
        subject,
        message,
        fromDesk: true,
        awaitingAnswer: false,
        status: 'in_progress',
        assignedTo: agent.userId,
        createdAt: now,
        updatedAt: now,
        deskReadAt: now,
        slaResponseDue: responseDue(now, 'normal'),
      })
      .execute();
    await recordDeskAction(desk, trx, agent, ticketId, {
      action: 'write-to-person',
      description: `Abriu o ticket “${subject}” para uma pessoa.`,
      details: { after: { userId, orderId } },
    });
    await desk.jobs.enqueue(trx, sendTicketMailJob, { ticketId, kind: 'written' });
    const ticket = { userId, subject };
    await notifyRequester(
      desk,
      trx,
      ticket,
      `ticket-written:${ticketId}`,
      'O suporte escreveu para você',
      ticketId,
    );
    return { ok: true, ticketId };
  });
}
