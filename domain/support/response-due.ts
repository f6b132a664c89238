import { MACEIO_OFFSET_MS } from '../time/maceio-time.ts';

export const TICKET_PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const;
export type TicketPriority = (typeof TICKET_PRIORITIES)[number];

interface PriorityRule {
  label: string;
  /** Opening hours until the first answer is due; at most the promised 2 (spec: community, section 9). */
  responseHours: number;
}

export const PRIORITIES: Readonly<Record<TicketPriority, PriorityRule>> = {
  low: { label: 'Baixa', responseHours: 2 },
  normal: { label: 'Normal', responseHours: 2 },
  high: { label: 'Alta', responseHours: 1 },
  urgent: { label: 'Urgente', responseHours: 0.5 },
};

/**
 * Priority of a new ticket (spec: community, section 9). The author's choice is a request: it shortens no deadline
 * until an agent confirms it. VIPs start high.
 */
export function initialPriority(requested: TicketPriority, isVip: boolean): TicketPriority {
  if (isVip) return 'high';
  return requested === 'low' ? 'low' : 'normal';
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Opening and closing hour by day of the week, Sunday first; null when closed (spec: community, section 9). */
const OPENING_HOURS: readonly (readonly [opens: number, closes: number] | null)[] = [
  null,
  [9, 18],
  [9, 18],
  [9, 18],
  [9, 18],
  [9, 18],
  [9, 14],
];

/**
 * When the first answer to a ticket is due: the hours of its priority, counted in the desk's opening hours (Maceió time).
 * National holidays are not considered.
 */
export function responseDue(openedAt: Date, priority: TicketPriority): Date {
  let left = PRIORITIES[priority].responseHours * HOUR;
  const local = openedAt.getTime() + MACEIO_OFFSET_MS;
  for (let midnight = Math.floor(local / DAY) * DAY; ; midnight += DAY) {
    const hours = OPENING_HOURS[new Date(midnight).getUTCDay()];
    if (!hours) continue;
    const from = Math.max(local, midnight + hours[0] * HOUR);
    const open = Math.max(0, midnight + hours[1] * HOUR - from);
    if (left <= open) return new Date(from + left - MACEIO_OFFSET_MS);
    left -= open;
  }
}
