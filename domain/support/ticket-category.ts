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
 * The desk's word, else: visitors choose a subject; people with an account open a ticket from an order, or without one.
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

/** How new tickets get an agent: none, in turn among those present, or by category and else in turn. */
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
