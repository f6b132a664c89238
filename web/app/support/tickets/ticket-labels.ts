import { PRIORITIES, type TicketPriority } from '@mare/domain/support/response-due.ts';
import { TICKET_STATES, type TicketStatus } from '@mare/domain/support/ticket-state.ts';
import type { BadgeTone } from '../../ui/data-display/badge.tsx';

interface Word {
  label: string;
  tone: BadgeTone;
}

/** Labels for the desk, one per status. */
export const deskStatuses: Record<TicketStatus, Word> = {
  open: { label: TICKET_STATES.open.label, tone: 'sea' },
  in_progress: { label: TICKET_STATES.in_progress.label, tone: 'warning' },
  escalated: { label: TICKET_STATES.escalated.label, tone: 'coral' },
  resolved: { label: TICKET_STATES.resolved.label, tone: 'success' },
  closed: { label: TICKET_STATES.closed.label, tone: 'neutral' },
};

/** Labels for the author, which merge some statuses (spec: community, section 2). */
export const authorStatuses: Record<TicketStatus, Word> = {
  ...deskStatuses,
  escalated: deskStatuses.in_progress,
  closed: deskStatuses.resolved,
};

export const priorities: Record<TicketPriority, Word> = {
  low: { label: PRIORITIES.low.label, tone: 'neutral' },
  normal: { label: PRIORITIES.normal.label, tone: 'neutral' },
  high: { label: PRIORITIES.high.label, tone: 'warning' },
  urgent: { label: PRIORITIES.urgent.label, tone: 'danger' },
};

export const priorityLabels: Record<TicketPriority, string> = {
  low: priorities.low.label,
  normal: priorities.normal.label,
  high: priorities.high.label,
  urgent: priorities.urgent.label,
};
