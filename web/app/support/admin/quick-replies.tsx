import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DeskTicket } from '@mare/contract/support/desk.ts';
import { fillQuickReply } from '@mare/domain/support/quick-reply.ts';
import { queries } from '../../api.ts';
import { useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Select } from '../../ui/form/field.tsx';
import { QuickReplyDialog } from './quick-reply-dialog.tsx';

interface QuickRepliesProps {
  ticket: DeskTicket;
  /** Gets the text with its variables filled in. */
  onPick: (text: string) => void;
}

/** Picks a quick reply of the team, or edits them. */
export function QuickReplies({ ticket, onPick }: QuickRepliesProps) {
  const [isEditing, setEditing] = useState(false);
  const session = useSession();
  const me = useQuery({ ...queries.accounts.me.queryOptions(), enabled: session.status === 'signed-in' });
  const replies = useQuery(queries.desk.quickReplies.queryOptions());
  const pick = (id: string) => {
    const reply = replies.data?.find((one) => one.id === id);
    if (!reply) return;
    onPick(
      fillQuickReply(reply.body, {
        nome: firstName(ticket.requesterName),
        pedido: ticket.order?.externalReference,
        rifa: ticket.order?.rifaTitle,
        assunto: ticket.subject,
        atendente: firstName(me.data?.name),
      }),
    );
  };
  return (
    <div className="flex flex-wrap items-end gap-3">
      {replies.data && replies.data.length > 0 && (
        <Field label="Resposta rápida" className="min-w-48 grow">
          {/* Always back on the first option: picking the same one again inserts it again. */}
          <Select value="" onChange={(event) => pick(event.target.value)}>
            <option value="">Escolha um texto</option>
            {replies.data.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <Button variant="quiet" size="sm" onClick={() => setEditing(true)}>
        Editar respostas rápidas
      </Button>
      <QuickReplyDialog open={isEditing} onClose={() => setEditing(false)} replies={replies.data ?? []} />
    </div>
  );
}

const firstName = (name: string | null | undefined) => name?.trim().split(/\s+/)[0] || null;
