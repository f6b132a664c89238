/** Limits of WhatsApp for the messages of a business. */
import type { TicketStatus } from '../ticket-state.ts';

/** Free text is allowed for this long after the person's last message; afterwards only approved templates. */
export const WHATSAPP_WINDOW_MS = 24 * 3_600_000;
/** Maximum length of a WhatsApp text; longer answers of the desk are sent by mail. */
export const MAX_WHATSAPP_CHARACTERS = 4096;

/** End of the period for free text; null before the first message. */
export function whatsAppOpenUntil(lastReceivedAt: Date | null): Date | null {
  return lastReceivedAt && new Date(lastReceivedAt.getTime() + WHATSAPP_WINDOW_MS);
}

/** Whether a message is added to the ticket: it is open, or was resolved within the window. */
export function continuesTicket(
  { status, resolvedAt }: { status: TicketStatus; resolvedAt: Date | null },
  now: Date,
): boolean {
  if (status === 'closed') return false;
  return resolvedAt === null || now.getTime() - resolvedAt.getTime() < WHATSAPP_WINDOW_MS;
}

/**
 * The sender's number as phones are stored: digits with the country's code. WhatsApp leaves out the ninth digit of some
 * Brazilian numbers.
 */
export function whatsAppPhone(sender: string): string {
  const old = /^55([1-9][1-9])([6-9]\d{7})$/.exec(sender);
  return old ? `55${old[1]}9${old[2]}` : sender;
}
