/** Macro: actions of a quick reply on the ticket besides the text. */
import { can, type Permission, type Role } from '../accounts/permissions.ts';
import type { TicketPriority } from './response-due.ts';
import { canMoveTicket, type DeskMove, type TicketStatus } from './ticket-state.ts';
import type { TicketCategory } from './ticket-category.ts';

export const MAX_TICKET_TAGS = 10;
export const MAX_TAG_LENGTH = 40;

/** Absent: unchanged. */
export interface TicketActs {
  status?: DeskMove;
  priority?: TicketPriority;
  category?: TicketCategory;
  /** `me`: the agent who uses it; `nobody`; or one agent's id. */
  assignee?: 'me' | 'nobody' | (string & {});
  addTags?: readonly string[];
  removeTags?: readonly string[];
}
export type TicketAct = keyof TicketActs;

/** A macro grants no rights: each action requires the permission of the agent who uses it. */
const PERMISSIONS: Readonly<Record<TicketAct, Permission>> = {
  status: 'answer-tickets',
  priority: 'answer-tickets',
  category: 'answer-tickets',
  assignee: 'answer-tickets',
  addTags: 'answer-tickets',
  removeTags: 'answer-tickets',
};

export function hasActs(acts: TicketActs): boolean {
  return namesOf(acts).length > 0;
}

export function mayAct(role: Role, acts: TicketActs): boolean {
  return namesOf(acts).every((act) => can(role, PERMISSIONS[act]));
}

/** True for an agent's id, false for `me`, `nobody` and a macro that assigns to no one. */
export function isOneAgent(assignee: TicketActs['assignee']): assignee is string {
  return assignee !== undefined && assignee !== 'me' && assignee !== 'nobody';
}

function namesOf(acts: TicketActs): TicketAct[] {
  return (Object.keys(PERMISSIONS) as TicketAct[]).filter((act) => {
    const value = acts[act];
    return value !== undefined && value.length > 0;
  });
}

export interface ActedTicket {
  status: TicketStatus;
  priority: TicketPriority;
  /** Null: not set by an agent. */
  category: TicketCategory | null;
  assigneeId: string | null;
  tags: readonly string[];
}

export type ActPlan = { ok: true; after: ActedTicket } | { ok: false; problem: 'CLOSED' | 'STATUS' | 'TAGS' };

/**
 * The ticket after an agent's message and the actions, in this order; the status comes last. Used by the preview and
 * the server.
 * @param by.isAnswering whether a message is sent with the actions
 */
export function planActs(
  ticket: ActedTicket,
  acts: TicketActs,
  { agentId, isAnswering }: { agentId: string; isAnswering: boolean },
): ActPlan {
  if (isAnswering && ticket.status === 'closed') return { ok: false, problem: 'CLOSED' };
  const assigneeId = assigneeAfter(ticket, acts.assignee, { agentId, isAnswering });
  const isTakenUp =
    (isAnswering && (ticket.status === 'open' || ticket.status === 'escalated')) ||
    (acts.assignee !== undefined && assigneeId !== null && assigneeId !== ticket.assigneeId);
  let status: TicketStatus = isTakenUp ? 'in_progress' : ticket.status;
  if (acts.status !== undefined && acts.status !== status) {
    if (!canMoveTicket(status, acts.status)) return { ok: false, problem: 'STATUS' };
    status = acts.status;
  }
  const remainingTags = ticket.tags.filter((tag) => !acts.removeTags?.includes(tag));
  const tags = [...new Set([...remainingTags, ...(acts.addTags ?? [])])];
  if (tags.length > MAX_TICKET_TAGS) return { ok: false, problem: 'TAGS' };
  return {
    ok: true,
    after: {
      status,
      priority: acts.priority ?? ticket.priority,
      category: acts.category ?? ticket.category,
      assigneeId,
      tags,
    },
  };
}

function assigneeAfter(
  { assigneeId }: ActedTicket,
  act: TicketActs['assignee'],
  { agentId, isAnswering }: { agentId: string; isAnswering: boolean },
): string | null {
  if (act === 'nobody') return null;
  if (act === 'me') return agentId;
  return act ?? (isAnswering ? (assigneeId ?? agentId) : assigneeId);
}
