/** Categories of tickets, for the desk. */
import { CONTACT_SUBJECTS } from './contact-subjects.ts';

export const TICKET_CATEGORIES = {
  ...CONTACT_SUBJECTS,
  pedido: 'Um pedido',
  conta: 'Conta e outros',
} as const;
export type TicketCategory = keyof typeof TICKET_CATEGORIES;
export const TICKET_CATEGORY_NAMES = Object.keys(TICKET_CATEGORIES) as [TicketCategory, ...TicketCategory[]];

/**
 * The agent's choice; otherwise, for visitors, from the contact form's subject, and for accounts, by whether the
 * ticket was opened from an order.
 */
export function ticketCategory(ticket: {
  category?: string | null;
  contactSubject: string | null;
  orderId: string | null;
}): TicketCategory {
  const { category, contactSubject, orderId } = ticket;
  if (category && category in TICKET_CATEGORIES) return category as TicketCategory;
  if (contactSubject !== null && contactSubject in TICKET_CATEGORIES) return contactSubject as TicketCategory;
  return orderId === null ? 'conta' : 'pedido';
}

/** How new tickets are assigned: by hand, in turn among present agents, or by category and otherwise in turn. */
export const ASSIGNMENTS = ['none', 'turn', 'category'] as const;
export type Assignment = (typeof ASSIGNMENTS)[number];

export interface PresentAgent {
  id: string;
  /** Time of the last assigned ticket; null before the first. */
  lastAssignedAt: Date | null;
}

/**
 * Agents in the order in which they are offered a ticket: the one of its category first, then those who have waited
 * longest.
 * @param preferred agent of the ticket's category, if present
 */
export function orderOfTurn(present: readonly PresentAgent[], preferred: string | null): PresentAgent[] {
  const waitedSince = ({ lastAssignedAt }: PresentAgent) => lastAssignedAt?.getTime() ?? 0;
  return present.toSorted(
    (a, b) =>
      Number(b.id === preferred) - Number(a.id === preferred) ||
      waitedSince(a) - waitedSince(b) ||
      a.id.localeCompare(b.id),
  );
}
