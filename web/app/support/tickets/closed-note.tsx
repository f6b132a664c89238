import type { TicketThread } from '@mare/contract/support/support.ts';
import { links } from '../../links.ts';
import { LinkButton } from '../../ui/button.tsx';
import type { ReplyDraft } from './ticket-draft.ts';

/** Location state of the support page: an unsent reply to continue in a new ticket. */
export interface ContinuedReply {
  subject: string;
  message: string;
  /** Deleted once the new ticket has its text. */
  draftName: string;
}

interface ClosedNoteProps {
  thread: TicketThread;
  draft: ReplyDraft;
}

/** Replaces the reply form of a closed ticket. Keeps a reply that was being written. */
export function ClosedNote({ thread: { subject, order }, draft }: ClosedNoteProps) {
  const text = draft.read();
  return (
    <div className="grid gap-3">
      <p tabIndex={-1} className="text-ink-soft">
        Este ticket está encerrado. Se para você não está resolvido, abra um novo.
      </p>
      {text && (
        <>
          <p className="font-semibold">A sua resposta não foi enviada:</p>
          <blockquote className="rounded-lg bg-sunken p-4 wrap-anywhere whitespace-pre-wrap">
            {text}
          </blockquote>
          <LinkButton
            to={order ? links.supportForOrder(order.externalReference) : links.support()}
            state={{ continued: { subject, message: text, draftName: draft.name } satisfies ContinuedReply }}
            preventScrollReset
            variant="outline"
            size="sm"
            className="justify-self-start"
          >
            Continuar em um ticket novo
          </LinkButton>
        </>
      )}
    </div>
  );
}
