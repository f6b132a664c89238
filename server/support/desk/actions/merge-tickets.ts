import type { Selectable, Transaction } from 'kysely';
import type { DB, SupportTickets } from '@mare/database/schema.ts';
import { mergeTickets, type MergingTicket } from '@mare/domain/support/merged-ticket.ts';
import { isSettled, type TicketStatus } from '@mare/domain/support/ticket-state.ts';
import { moveSupportNotes } from '../../../personalization/record-support-note.ts';
import {
  type Agent,
  type DeskDeps,
  type DeskResult,
  DONE,
  NOT_FOUND,
  notifyRequester,
  recordDeskAction,
} from './desk-action.ts';

type Ticket = Selectable<SupportTickets>;

/**
 * Moves messages, files and notes of a ticket into another of the same person and closes the first. `CHANGED`: the other
 * ticket is closed, or the first was merged before.
 */
export function mergeTicketInto(
  desk: DeskDeps,
  agent: Agent,
  { ticketId, fromId }: { ticketId: string; fromId: string },
): Promise<DeskResult> {
  return desk.db.transaction().execute(async (trx) => {
    const rows = await trx
      .selectFrom('supportTickets')
      .selectAll()
      .where('id', 'in', [ticketId, fromId])
      // Sorted, so that two merges in opposite directions do not deadlock.
      .orderBy('id')
      .forUpdate()
      .execute();
    const into = rows.find(({ id }) => id === ticketId);
    const from = rows.find(({ id }) => id === fromId);
    if (!into || !from || ticketId === fromId || !areOfOnePerson(into, from)) return NOT_FOUND;
    if (into.status === 'closed' || from.mergedInto !== null) return { ok: false, code: 'CHANGED' };
    await moveMessages(desk, trx, from, into);
    await updateBoth(desk, trx, from, into);
    await recordDeskAction(desk, trx, agent, ticketId, {
      action: 'merge-tickets',
      description: `Juntou o ticket “${from.subject}” a “${into.subject}”.`,
      details: { before: { from: fromId }, after: { into: ticketId } },
    });
    await notifyRequester(
      desk,
      trx,
      into,
      `ticket-merged:${fromId}`,
      'Juntamos duas conversas suas',
      ticketId,
    );
    return DONE;
  });
}

function areOfOnePerson(one: Ticket, other: Ticket): boolean {
  if (one.userId !== null || other.userId !== null) return one.userId === other.userId;
  return one.contactEmail === other.contactEmail;
}

/** The first message of a ticket is part of its row and becomes a reply. */
async function moveMessages(
  { random }: DeskDeps,
  trx: Transaction<DB>,
  from: Ticket,
  into: Ticket,
): Promise<void> {
  await trx
    .insertInto('supportReplies')
    .values({
      id: random.uuid(),
      ticketId: into.id,
      authorId: from.userId,
      fromDesk: from.fromDesk,
      channel: from.channel,
      message: from.subject === into.subject ? from.message : `${from.subject}\n\n${from.message}`,
      createdAt: from.createdAt,
    })
    .execute();
  await trx
    .updateTable('supportReplies')
    .set({ ticketId: into.id })
    .where('ticketId', '=', from.id)
    .execute();
  await trx
    .updateTable('supportInbound')
    .set({ ticketId: into.id })
    .where('ticketId', '=', from.id)
    .execute();
  await moveSupportNotes(trx, from.id, into.id);
}

async function updateBoth(
  { clock }: DeskDeps,
  trx: Transaction<DB>,
  from: Ticket,
  into: Ticket,
): Promise<void> {
  const now = clock.now();
  const merged = mergeTickets(toMerging(into), toMerging(from));
  await trx
    .updateTable('supportTickets')
    .set({
      status: merged.status,
      awaitingAnswer: merged.awaitingAnswer,
      slaResponseDue: merged.responseDue,
      resolvedAt: isSettled(merged.status) ? into.resolvedAt : null,
      orderId: into.orderId ?? from.orderId,
      updatedAt: now,
    })
    .where('id', '=', into.id)
    .execute();
  await trx
    .updateTable('supportTickets')
    .set({
      status: 'closed',
      awaitingAnswer: false,
      resolvedAt: from.resolvedAt ?? now,
      closedUnresolved: from.status === 'closed' ? from.closedUnresolved : from.resolvedAt === null,
      mergedInto: into.id,
      updatedAt: now,
    })
    .where('id', '=', from.id)
    .execute();
  // Tickets merged earlier are pointed at the remaining ticket.
  await trx
    .updateTable('supportTickets')
    .set({ mergedInto: into.id })
    .where('mergedInto', '=', from.id)
    .execute();
}

const toMerging = ({ status, awaitingAnswer, assignedTo, slaResponseDue }: Ticket): MergingTicket => ({
  status: status as TicketStatus,
  awaitingAnswer,
  isAssigned: assignedTo !== null,
  responseDue: slaResponseDue,
});
