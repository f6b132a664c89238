import { useRef, useState } from 'react';
import type { DeskQueue, QuickReply } from '@mare/contract/support/desk-tickets.ts';
import { hasActs } from '@mare/domain/support/macro.ts';
import { type AdminQuery, QueryState } from '../../../admin/lists/query-state.tsx';
import { Button } from '../../../ui/button.tsx';
import { ChoiceSearch } from '../../../ui/form/choice-search.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { describeActs } from './act-labels.ts';
import { foldText } from '@mare/domain/fold-text.ts';

interface ReplyPickerProps {
  open: boolean;
  onClose: () => void;
  replies: AdminQuery & { data: QuickReply[] | undefined };
  staff: DeskQueue['staff'];
  onPick: (reply: QuickReply) => void;
  onEdit: () => void;
}

/** The quick replies and macros of the team, searchable by name and text. */
export function ReplyPicker({ open, onClose, onEdit, replies, ...choices }: ReplyPickerProps) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Respostas rápidas e macros"
      size="lg"
      initialFocus={field}
      footer={
        <Button variant="quiet" size="sm" onClick={onEdit}>
          Editar respostas rápidas
        </Button>
      }
    >
      <QueryState query={replies} title="Não foi possível carregar as respostas." />
      {replies.data && <Choices field={field} replies={replies.data} {...choices} />}
    </Dialog>
  );
}

interface ChoicesProps extends Pick<ReplyPickerProps, 'staff' | 'onPick'> {
  replies: QuickReply[];
  field: React.RefObject<HTMLInputElement | null>;
}

function Choices({ field, replies, staff, onPick }: ChoicesProps) {
  const [typed, setTyped] = useState('');
  const found = replies.filter((reply) => hasWords(reply, typed));
  return (
    <ChoiceSearch
      label="Nome ou palavras do texto"
      field={field}
      typed={typed}
      onType={setTyped}
      className="gap-4"
    >
      {found.length === 0 && (
        <p className="text-ink-soft">
          {replies.length === 0
            ? 'Nenhuma ainda. Comece pela pergunta mais comum.'
            : 'Nenhuma com essas palavras.'}
        </p>
      )}
      <ul>
        {found.map((reply) => (
          <li key={reply.id}>
            <button
              type="button"
              data-choice
              onClick={() => onPick(reply)}
              className="grid min-h-11 w-full gap-0.5 rounded-md px-3 py-2 text-left wrap-anywhere hover:bg-sea-tint focus-visible:bg-sea-tint"
            >
              <strong>{reply.title}</strong>
              {reply.body && <span className="line-clamp-2 text-sm text-ink-soft">{reply.body}</span>}
              {hasActs(reply.acts) && <span className="text-sm">{describeActs(reply.acts, staff)}</span>}
            </button>
          </li>
        ))}
      </ul>
    </ChoiceSearch>
  );
}

/** Every word, without accents, in the name or the text. */
function hasWords({ title, body }: QuickReply, typed: string): boolean {
  const text = plain(`${title} ${body}`);
  return plain(typed)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

const plain = (text: string) => foldText(text).trim();
