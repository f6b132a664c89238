import { useSession } from '../../session/session.ts';

/** Name of the caller's draft of a message. @param ticketId 'new' for a ticket to open */
export function useTicketDraftName(ticketId: string): string {
  const session = useSession();
  return `ticket.${session.status === 'signed-in' ? session.userId : ''}.${ticketId}`;
}
