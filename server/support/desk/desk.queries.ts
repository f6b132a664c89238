import { can, ROLES } from '@mare/domain/accounts/permissions.ts';
import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely';
import type {
  DeskEntry,
  DeskTicket,
  QueuedTicket,
  queueFilter,
} from '@mare/contract/support/desk-tickets.ts';
import type { DB } from '@mare/database/schema.ts';
import { ticketCategory } from '@mare/domain/support/ticket-category.ts';
import {
  isOverdue,
  SETTLED_COUNTED,
  TICKET_STATUSES,
  type TicketStatus,
} from '@mare/domain/support/ticket-state.ts';
import type { z } from 'zod';
import { statedEmail } from '../../accounts/express/stated-email.ts';
import { containing } from '../../platform/database/list-page.ts';
import { findTicketOrder, type TicketRow, toTicket } from '../support.queries.ts';

const ACTIVE: TicketStatus[] = ['open', 'in_progress', 'escalated'];

export type QueueQuery = z.output<typeof queueFilter>;

interface DeskRow extends TicketRow {
  personName: string | null;
  personEmail: string | null;
  assigneeName: string | null;
}

function selectDesk(db: Kysely<DB>) {
  return db
    .selectFrom('supportTickets as ticket')
    .leftJoin('profiles as person', 'person.id', 'ticket.userId')
    .leftJoin('profiles as assignee', 'assignee.id', 'ticket.assignedTo')
    .selectAll('ticket')
    .select(['person.name as personName', 'person.email as personEmail', 'person.phone as personPhone'])
    .select('assignee.name as assigneeName');
}

/** Tickets that await an answer by due time, then the rest by last update. */
export async function selectQueue(
  db: Kysely<DB>,
  filter: QueueQuery,
  { callerId, now, pageSize }: { callerId: string; now: Date; pageSize: number },
): Promise<{ tickets: QueuedTicket[]; total: number }> {
  const matching = matches(filter, callerId);
  const [rows, counted] = await Promise.all([
    selectDesk(db)
      .leftJoinLateral(
        (eb) =>
          eb
            .selectFrom('supportReplies as reply')
            .select(['reply.message as latestText', 'reply.fromDesk as latestFromDesk'])
            .whereRef('reply.ticketId', '=', 'ticket.id')
            .orderBy('reply.createdAt', 'desc')
            .orderBy('reply.id', 'desc')
            .limit(1)
            .as('latest'),
        (join) => join.onTrue(),
      )
      .select(['latestText', 'latestFromDesk'])
      .where(matching)
      .orderBy(sql`case when ticket.awaiting_answer and ticket.status in ('open', 'in_progress', 'escalated')
        then ticket.sla_response_due end asc nulls last`)
      .orderBy('ticket.updatedAt', 'desc')
      .orderBy('ticket.id')
      .limit(pageSize)
      .offset((filter.page - 1) * pageSize)
      .execute(),
    db
      .selectFrom('supportTickets as ticket')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where(matching)
      .executeTakeFirstOrThrow(),
  ]);
  const tickets = rows.map((row) => ({
    ...toEntry(row, now),
    latestMessage: {
      text: row.latestText ?? row.message,
      fromDesk: row.latestFromDesk ?? row.fromDesk,
    },
  }));
  return { tickets, total: counted.total };
}

function matches({ status, priority, assigned, tag, search }: QueueQuery, callerId: string) {
  const words = search.trim();
  const conditions: RawBuilder<SqlBool>[] = [sql`true`];
  if (status === 'active') conditions.push(sql`ticket.status = any(${ACTIVE})`);
  else if (status !== 'all') conditions.push(sql`ticket.status = ${status}`);
  if (priority !== 'all') conditions.push(sql`ticket.priority = ${priority}`);
  if (assigned === 'mine') conditions.push(sql`ticket.assigned_to = ${callerId}`);
  if (assigned === 'nobody') conditions.push(sql`ticket.assigned_to is null`);
  // The second condition matches that of the index of tagged tickets.
  if (tag) conditions.push(sql`ticket.tags @> array[${tag}] and ticket.tags <> '{}'`);
  if (words)
    conditions.push(
      // A correlated subquery by key, so that the planner does not join all profiles.
      sql`(concat_ws(' ', ticket.subject, ticket.message, ticket.contact_name, ticket.contact_email,
          array_to_string(ticket.tags, ' '),
          (select concat_ws(' ', name, email) from profiles where id = ticket.user_id),
          ${statedEmail('ticket.userId')}) ilike ${containing(words)}
        or ticket.id in (select ticket_id from support_replies where message ilike ${containing(words)}))`,
    );
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

const TAGS_LISTED = 100;
const TAGGED_READ = 2_000;

/** Tags of recently changed tickets, by name. */
export async function selectTags(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    select distinct unnest(tags) as tag from (
      select tags from support_tickets where tags <> '{}' order by updated_at desc limit ${sql.lit(TAGGED_READ)}
    ) as tagged order by tag limit ${sql.lit(TAGS_LISTED)}`.execute(db);
  return rows.map(({ tag }) => tag);
}

/** Counts by status, up to one more than `SETTLED_COUNTED` of the settled ones, and overdue answers. */
export async function countTickets(
  db: Kysely<DB>,
  now: Date,
): Promise<{ counts: Record<TicketStatus, number>; overdue: number }> {
  const [{ rows }, overdue] = await Promise.all([
    sql<{ status: TicketStatus; total: number }>`
      select status, (
        select count(*)::int from (
          select from support_tickets ticket where ticket.status = each.status
          limit case when each.status = any(${ACTIVE}) then null else ${sql.lit(SETTLED_COUNTED + 1)} end
        ) as counted) as total
      from unnest(${[...TICKET_STATUSES]}::text[]) as each (status)`.execute(db),
    db
      .selectFrom('supportTickets')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('status', 'in', ACTIVE)
      .where('awaitingAnswer', '=', true)
      .where('slaResponseDue', '<', now)
      .executeTakeFirstOrThrow(),
  ]);
  const counts = Object.fromEntries(rows.map(({ status, total }) => [status, total]));
  return { counts: counts as Record<TicketStatus, number>, overdue: overdue.total };
}

/** A ticket without its replies; null if unknown. */
export async function findDeskTicket(
  db: Kysely<DB>,
  id: string,
  now: Date,
): Promise<Omit<DeskTicket, 'replies' | 'whatsAppUntil'> | null> {
  const row = await selectDesk(db)
    .select(statedEmail('ticket.userId').as('statedEmail'))
    .where('ticket.id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  return {
    ...toEntry(row, now),
    version: row.version,
    requesterId: row.userId,
    requesterEmail: row.personEmail ?? row.statedEmail ?? row.contactEmail ?? '',
    requesterPhone: row.personPhone,
    wishedPriority: row.wishedPriority as DeskTicket['wishedPriority'],
    firstAnsweredAt: row.firstAnsweredAt?.toISOString() ?? null,
    order: await findTicketOrder(db, row.orderId),
    fromDesk: row.fromDesk,
    channel: row.channel as DeskTicket['channel'],
    authorReadAt: row.authorReadAt?.toISOString() ?? null,
    closedUnresolved: row.status === 'closed' && row.closedUnresolved,
    mergedInto: row.mergedInto,
    otherTickets: await selectOtherTickets(db, row),
    notes: await selectNotes(db, id),
  };
}

const OTHER_TICKETS = 10;

/** Tickets of the same account, or of the same e-mail without an account. */
async function selectOtherTickets(
  db: Kysely<DB>,
  { id, userId, contactEmail }: TicketRow,
): Promise<DeskTicket['otherTickets']> {
  const rows = await db
    .selectFrom('supportTickets')
    .select(['id', 'subject', 'status', 'createdAt'])
    .where((eb) =>
      userId === null
        ? eb.and([eb('userId', 'is', null), eb('contactEmail', '=', contactEmail)])
        : eb('userId', '=', userId),
    )
    .where('id', '!=', id)
    .where('mergedInto', 'is', null)
    .orderBy('createdAt', 'desc')
    .limit(OTHER_TICKETS)
    .execute();
  return rows.map(({ status, createdAt, ...row }) => ({
    ...row,
    status: status as TicketStatus,
    createdAt: createdAt.toISOString(),
  }));
}

async function selectNotes(db: Kysely<DB>, ticketId: string): Promise<DeskTicket['notes']> {
  const { rows } = await sql<{ id: number; note: string; authorName: string | null; createdAt: Date }>`
    select i.id, i.interaction_data ->> 'note' as note, p.name as author_name, i.created_at
    from customer_interactions i left join profiles p on p.id::text = i.interaction_data ->> 'added_by'
    where i.interaction_type = 'support_note' and i.interaction_data ->> 'ticket_id' = ${ticketId}
    order by i.id`.execute(db);
  return rows.map(({ authorName, createdAt, ...row }) => ({
    ...row,
    authorName: authorName ?? 'Equipe',
    createdAt: createdAt.toISOString(),
  }));
}

/**
 * Support and admins, by name.
 * @param withContact false leaves out the e-mail of colleagues without a name
 */
export async function selectStaff(
  db: Kysely<DB>,
  withContact: boolean,
): Promise<{ id: string; name: string }[]> {
  const rows = await db
    .selectFrom('profiles')
    .select(['id', 'name', 'email'])
    .where(
      'role',
      'in',
      ROLES.filter((role) => can(role, 'answer-tickets')),
    )
    .orderBy('name')
    .limit(200)
    .execute();
  return rows.map(({ id, name, email }) => ({
    id,
    name: name ?? (withContact ? email : null) ?? 'Sem nome',
  }));
}

function toEntry(row: DeskRow, now: Date): DeskEntry {
  const ticket = toTicket(row);
  const { awaitingAnswer, slaResponseDue: responseDue } = row;
  return {
    ...ticket,
    updatedAt: row.updatedAt.toISOString(),
    awaitingAnswer,
    overdue: isOverdue({ status: ticket.status, awaitingAnswer, responseDue }, now),
    requesterName: row.personName ?? row.contactName ?? 'Sem nome',
    contactSubject: row.contactSubject as DeskEntry['contactSubject'],
    category: ticketCategory(row),
    tags: row.tags,
    assignee: row.assignedTo === null ? null : { id: row.assignedTo, name: row.assigneeName ?? 'Equipe' },
  };
}
