/** Assigns a ticket without an agent to one who is present, by the rules of the desk. */
import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { orderOfTurn, ticketCategory } from '@mare/domain/support/ticket-category.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import { sendNotification } from '../../notifications/send-notification.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import type { Platform } from '../../platform/platform.ts';
import { readDeskRules } from '../../settings/read-desk-rules.ts';
import { lockTurns, selectPresent, takeTurn } from './presence.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'random'>;

export const assignInTurnJob = defineJob(
  'assign-in-turn',
  { concurrency: 4 },
  async (deps: Deps, { ticketId }: { ticketId: string }) => {
    await deps.db.transaction().execute((trx) => assignInTurn(deps, trx, ticketId));
  },
);

/** Enqueues the assignment in the transaction that opens or frees a ticket, unless agents assign tickets by hand. */
export async function enqueueAssignment(
  { jobs }: Pick<Platform, 'jobs'>,
  trx: Transaction<DB>,
  ticketId: string,
): Promise<void> {
  const { assignment } = await readDeskRules(trx);
  if (assignment !== 'none') await jobs.enqueue(trx, assignInTurnJob, { ticketId });
}

async function assignInTurn(deps: Deps, trx: Transaction<DB>, ticketId: string): Promise<void> {
  const ticket = await trx
    .selectFrom('supportTickets')
    .select(['subject', 'status', 'category', 'contactSubject', 'orderId'])
    .where('id', '=', ticketId)
    .where('assignedTo', 'is', null)
    .where('status', 'in', ['open', 'in_progress', 'escalated'])
    .forUpdate()
    .executeTakeFirst();
  if (!ticket) return;
  const agentId = await findAgent(deps, trx, ticket);
  if (agentId === null) return;
  const now = deps.clock.now();
  await trx
    .updateTable('supportTickets')
    .set({
      assignedTo: agentId,
      updatedAt: now,
      // An escalated ticket stays escalated until it is answered.
      ...(ticket.status === 'open' && { status: 'in_progress' }),
    })
    .where('id', '=', ticketId)
    .execute();
  await recordActivity(trx, deps, {
    userId: null,
    action: 'assign-ticket',
    entityType: 'ticket',
    entityId: ticketId,
    description: `O ticket “${ticket.subject}” foi atribuído pela vez de quem está atendendo.`,
    details: { after: { assignedTo: agentId } },
  });
  await sendNotification(trx, deps, {
    userId: agentId,
    type: 'info',
    title: 'Um ticket é seu',
    message: ticket.subject,
    data: { href: `/admin/support?ticket=${ticketId}` },
  });
}

/** Takes the next agent in turn; null when none is present. */
async function findAgent(
  { clock }: Deps,
  trx: Transaction<DB>,
  ticket: { category: string | null; contactSubject: string | null; orderId: string | null },
): Promise<string | null> {
  const { assignment, agents } = await readDeskRules(trx);
  if (assignment === 'none') return null;
  const preferred = assignment === 'category' ? (agents[ticketCategory(ticket)] ?? null) : null;
  const now = clock.now();
  await lockTurns(trx);
  const [first] = orderOfTurn(await selectPresent(trx, now), preferred);
  if (!first) return null;
  await takeTurn(trx, first, now);
  return first.id;
}
