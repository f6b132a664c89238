import { can, ROLES } from '@mare/domain/accounts/permissions.ts';
import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import {
  type Agent,
  type DeskDeps,
  DONE,
  explainNoMatch,
  recordDeskAction,
  NOT_FOUND,
  type DeskResult,
} from './desk-action.ts';

/** Assigns or unassigns a ticket. Assigning sets it in progress (spec: community, section 4); unassigning does not. */
export function assignTicket(
  desk: DeskDeps,
  agent: Agent,
  { ticketId, assigneeId }: { ticketId: string; assigneeId: string | null },
): Promise<DeskResult> {
  return desk.db.transaction().execute(async (trx) => {
    const assignee = assigneeId && (await findAgent(trx, assigneeId));
    if (assigneeId && !assignee) return NOT_FOUND;
    const updatedAt = desk.clock.now();
    const ticket = await trx
      .updateTable('supportTickets')
      .set({
        assignedTo: assigneeId,
        updatedAt,
        ...(assigneeId && { status: 'in_progress', resolvedAt: null, closedUnresolved: false }),
      })
      .where('id', '=', ticketId)
      // A merged ticket has no messages; agents work in the other one.
      .where('mergedInto', 'is', null)
      .returning('subject')
      .executeTakeFirst();
    if (!ticket) return explainNoMatch(trx, ticketId, 'CHANGED');
    await recordDeskAction(desk, trx, agent, ticketId, {
      action: assignee ? 'assign-ticket' : 'unassign-ticket',
      description: assignee
        ? `Atribuiu o ticket “${ticket.subject}” a ${assignee.name}.`
        : `Deixou o ticket “${ticket.subject}” sem responsável.`,
      details: { after: { assignedTo: assigneeId } },
    });
    return DONE;
  });
}

/** A person who currently may answer tickets. */
export function findAgent(trx: Transaction<DB>, id: string) {
  return trx
    .selectFrom('profiles')
    .select('name')
    .where('id', '=', id)
    .where(
      'role',
      'in',
      ROLES.filter((role) => can(role, 'answer-tickets')),
    )
    .executeTakeFirst();
}
