import { TICKET_STATES } from '@mare/domain/support/ticket-state.ts';
import { readDraftTexts } from '../../session/tab-draft.ts';
import { useDeskDraftName } from '../tickets/ticket-draft.ts';

interface ClosedTicketNoteProps {
  ticketId: string;
  isMerged: boolean;
}

/** Replaces the answer form of a closed ticket. */
export function ClosedTicketNote({ ticketId, isMerged }: ClosedTicketNoteProps) {
  const { text } = readDraftTexts<{ text: string }>(useDeskDraftName('answer', ticketId));
  return (
    <p tabIndex={-1} className="text-ink-soft">
      {isMerged
        ? 'Um ticket juntado a outro não recebe mensagens: responda no outro.'
        : `Um ticket encerrado não recebe mensagens. Para responder, volte a ${TICKET_STATES.in_progress.label}.`}
      {text && ' A resposta que você escrevia está guardada nesta aba.'}
    </p>
  );
}
