import { useSession } from '../../session/session.ts';
import { readDraftTexts, saveTabDraft } from '../../session/tab-draft.ts';

/** Name of the caller's draft of a message. @param ticketId 'new' for a ticket to open */
export function useTicketDraftName(ticketId: string): string {
  return useDraftName('ticket', ticketId);
}

/** Moves an unsent reply to the ticket that its ticket was merged into, before the reply form there reads it. */
export function useMovedDraft(from: string | null, into: string | null): void {
  const [name, target] = [useTicketDraftName(from ?? ''), useTicketDraftName(into ?? '')];
  if (from === null || into === null || from === into) return;
  const { text } = readDraftTexts<{ text: string }>(name);
  if (!text) return;
  const { text: already } = readDraftTexts<{ text: string }>(target);
  saveTabDraft(target, { text: [already, text].filter(Boolean).join('\n\n') });
  saveTabDraft(name, null);
}

/** Name of the caller's draft of what the desk writes on a ticket. */
export function useDeskDraftName(part: 'answer' | 'macro' | 'note', ticketId: string): string {
  return useDraftName(`desk-${part}`, ticketId);
}

function useDraftName(kind: string, id: string): string {
  const session = useSession();
  return `${kind}.${session.status === 'signed-in' ? session.userId : ''}.${id}`;
}
