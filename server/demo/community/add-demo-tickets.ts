import type { DB } from '@mare/database/schema.ts';
import { demoLogin, demoPeople } from '@mare/database/seed/demo-people.ts';
import { type DemoTicket, demoTickets } from '@mare/database/seed/demo-tickets.ts';
import { responseDue } from '@mare/domain/support/response-due.ts';
import type { Transaction } from 'kysely';
import { demoRandom } from '../demo-random.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Midnight in Maceió, in UTC. */
const MIDNIGHT_HOUR = 3;

const desk = demoLogin('suporte@exemplo.com.br');
const maria = demoLogin('maria@exemplo.com.br');

/** A month of tickets, most of them answered. */
export async function addDemoTickets(trx: Transaction<DB>, now: Date): Promise<void> {
  const random = demoRandom('tickets');
  const buyers = demoPeople.filter(({ role, id }) => role === 'buyer' && id !== maria.id);
  for (const [at, ticket] of demoTickets.entries()) {
    const person = at < 2 ? maria : buyers[at % buyers.length]!;
    await openTicket(trx, () => random.uuid(), ticket, person.id, now);
  }
}

async function openTicket(
  trx: Transaction<DB>,
  newId: () => string,
  { subject, message, priority, answer, resolution, visitor, ...when }: DemoTicket,
  personId: string,
  now: Date,
): Promise<void> {
  const createdAt = momentOf(when, now);
  const after = (minutes: number) => new Date(createdAt.getTime() + minutes * MINUTE_MS);
  const responseDueAt = responseDue(createdAt, priority);
  const answeredAt = answer && after(answer.afterMinutes);
  const resolvedAt = resolution && after(resolution.afterMinutes);
  const id = newId();
  await trx
    .insertInto('supportTickets')
    .values({
      id,
      subject,
      message,
      priority,
      userId: visitor ? null : personId,
      contactName: visitor?.name ?? null,
      contactEmail: visitor?.email ?? null,
      contactSubject: visitor?.subject ?? null,
      status: resolvedAt ? 'resolved' : answeredAt ? 'in_progress' : 'open',
      assignedTo: answeredAt ? desk.id : null,
      createdAt,
      updatedAt: resolvedAt ?? answeredAt ?? createdAt,
      resolvedAt,
      satisfactionRating: resolution?.rating ?? null,
      slaResponseDue: responseDueAt,
      firstAnsweredAt: answeredAt,
      answeredInTime: answeredAt && answeredAt <= responseDueAt,
      awaitingAnswer: answeredAt === null,
    })
    .execute();
  if (answer && answeredAt)
    await trx
      .insertInto('supportReplies')
      .values({
        id: newId(),
        ticketId: id,
        authorId: desk.id,
        fromDesk: true,
        message: answer.message,
        createdAt: answeredAt,
      })
      .execute();
}

/** Today's tickets are dated now. */
function momentOf({ daysAgo, hour }: Pick<DemoTicket, 'daysAgo' | 'hour'>, now: Date): Date {
  if (daysAgo === 0) return now;
  const day = new Date(now.getTime() - daysAgo * DAY_MS);
  day.setUTCHours(MIDNIGHT_HOUR + hour, 0, 0, 0);
  return day;
}
