import { useSession } from '../../session/session.ts';

/** Name of the caller's draft of a message. @param ticketId 'new' for a ticket to open */
export function useTicketDraftName(ticketId: string): string {
  return useDraftName('ticket', ticketId);
}

/** Name of the caller's draft of what the desk writes on a ticket. */
export function useDeskDraftName(part: 'answer' | 'macro' | 'note', ticketId: string): string {
  return useDraftName(`desk-${part}`, ticketId);
}

function useDraftName(kind: string, id: string): string {
  const session = useSession();
  return `${kind}.${session.status === 'signed-in' ? session.userId : ''}.${id}`;
}
