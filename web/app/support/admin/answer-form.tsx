import { useState } from 'react';
import type { DeskQueue, DeskTicket, QuickReply } from '@mare/contract/support/desk-tickets.ts';
import { hasActs } from '@mare/domain/support/macro.ts';
import { hasOpenVariables } from '@mare/domain/support/quick-reply.ts';
import { useSession } from '../../session/session.ts';
import { readTabDraft, saveTabDraft } from '../../session/tab-draft.ts';
import { LiveRegion } from '../../ui/live-region.tsx';
import { useFocusNext } from '../../ui/focus/use-focus-next.ts';
import { useDeskDraftName } from '../tickets/ticket-draft.ts';
import { WriteOnTicket } from '../tickets/conversation/write-on-ticket.tsx';
import { previewActs } from './replies/act-labels.ts';
import { MacroPreview } from './replies/macro-preview.tsx';
import { QuickReplies } from './replies/quick-replies.tsx';
import type { useDeskWork } from './use-desk-work.ts';

interface AnswerFormProps {
  ticket: DeskTicket;
  staff: DeskQueue['staff'];
  work: ReturnType<typeof useDeskWork>;
  onTyping: () => void;
}

/** Form for the agent's answer: free text, a quick reply, or a macro that also changes the ticket. */
export function AnswerForm({ ticket, staff, work, onTyping }: AnswerFormProps) {
  const { id, version } = ticket;
  const draftName = useDeskDraftName('answer', id);
  const [macro, setMacro] = useSavedMacro(useDeskDraftName('macro', id));
  const [isPicking, setPicking] = useState(false);
  // Moves focus: the preview disappears with its last part.
  const shell = useFocusNext<HTMLDivElement>(String(macro === null));
  const session = useSession();
  const agentId = session.status === 'signed-in' ? session.userId : '';
  const preview = (text: string) =>
    macro ? previewActs(ticket, macro.acts, { agentId, isAnswering: text.trim() !== '', staff }) : [];
  const send = async (message: string) => {
    if (!macro) return work.answer.mutateAsync({ id, message });
    await work.act.mutateAsync({ id, version, message, acts: macro.acts, macroId: macro.id });
    setMacro(null);
  };
  return (
    <div ref={shell}>
      {ticket.requesterEmail === '' && ticket.whatsAppUntil === null && (
        <p className="mb-2 text-sm text-ink-soft">
          Não há e-mail desta pessoa: a resposta aparece só na conta dela, e nenhum e-mail sai.
        </p>
      )}
      <WriteOnTicket
        label={answerLabel(ticket)}
        action={macro ? 'Enviar com a macro' : 'Responder'}
        maxLength={5000}
        draftName={draftName}
        mayBeEmpty={macro !== null}
        onTyping={onTyping}
        onSend={send}
        onAttach={ticket.requesterId ? (file) => work.attach.mutateAsync({ id, file }) : undefined}
        onSlash={() => setPicking(true)}
        check={(words) => {
          if (hasOpenVariables(words)) return 'Falta preencher o que está entre chaves, como {pedido}.';
          return preview(words).some(({ isBlocked }) => isBlocked)
            ? 'Uma parte da macro não pode ser feita: tire-a antes de enviar.'
            : undefined;
        }}
        renderTools={(insert) => (
          <QuickReplies
            ticket={ticket}
            staff={staff}
            open={isPicking}
            onOpenChange={setPicking}
            onPick={(reply, text) => {
              if (text !== '') insert(text);
              setMacro(hasActs(reply.acts) ? reply : null);
            }}
          />
        )}
        renderPreview={(text) => (
          <LiveRegion>
            {macro && (
              <MacroPreview
                title={macro.title}
                acts={preview(text)}
                onRemove={(act) => {
                  const { [act]: _, ...acts } = macro.acts;
                  setMacro(hasActs(acts) ? { ...macro, acts } : null);
                }}
              />
            )}
          </LiveRegion>
        )}
      />
    </div>
  );
}

/** The chosen macro is part of the draft; otherwise its text would be sent alone. */
function useSavedMacro(name: string) {
  const [macro, setMacro] = useState(() => {
    const draft = readTabDraft(name) as QuickReply | null;
    return draft?.acts ? draft : null;
  });
  const save = (picked: QuickReply | null) => {
    setMacro(picked);
    saveTabDraft(name, picked);
  };
  return [macro, save] as const;
}

function answerLabel({ contactSubject, whatsAppUntil }: DeskTicket): string {
  if (whatsAppUntil !== null) return 'Resposta, por WhatsApp';
  return contactSubject ? 'Resposta, por e-mail' : 'Resposta';
}
