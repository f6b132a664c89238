import { useEffect } from 'react';
import { useSession } from '../../session/session.ts';
import { readDraftTexts, saveTabDraft } from '../../session/tab-draft.ts';

/** Name of the caller's draft of a message. @param ticketId 'new' for a ticket to open */
export function useTicketDraftName(ticketId: string): string {
  return useDraftNames('ticket')(ticketId);
}

export interface ReplyDraft {
  name: string;
  /** Reads the text from the draft of the merged ticket or of this one. */
  read: () => string;
}

/**
 * The caller's unsent reply to a ticket. A reply to a merged ticket is appended to it.
 * @param mergedId null without such a ticket
 */
export function useReplyDraft(ticketId: string, mergedId: string | null): ReplyDraft {
  const nameOf = useDraftNames('ticket');
  const name = nameOf(ticketId);
  const merged = mergedId === null ? null : nameOf(mergedId);
  useEffect(() => {
    if (merged === null || !readText(merged)) return;
    saveTabDraft(name, { text: joinTexts(name, merged) });
    saveTabDraft(merged, null);
  }, [name, merged]);
  return { name, read: () => (merged === null ? readText(name) : joinTexts(name, merged)) };
}

const joinTexts = (...names: string[]) => names.map(readText).filter(Boolean).join('\n\n');

const readText = (name: string) => readDraftTexts<{ text: string }>(name).text ?? '';

/** Name of the draft of an agent's message on a ticket. */
export function useDeskDraftName(part: 'answer' | 'macro' | 'note', ticketId: string): string {
  return useDraftNames(`desk-${part}`)(ticketId);
}

function useDraftNames(kind: string): (id: string) => string {
  const session = useSession();
  return (id) => `${kind}.${session.status === 'signed-in' ? session.userId : ''}.${id}`;
}
