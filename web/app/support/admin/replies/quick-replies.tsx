import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DeskQueue, DeskTicket, QuickReply } from '@mare/contract/support/desk-tickets.ts';
import { fillQuickReply } from '@mare/domain/support/quick-reply.ts';
import { queries } from '../../../api.ts';
import { useSession } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { QuickReplyDialog } from './quick-reply-dialog.tsx';
import { ReplyPicker } from './reply-picker.tsx';

interface QuickRepliesProps {
  ticket: DeskTicket;
  staff: DeskQueue['staff'];
  /** Whether the list is open. */
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Gets the reply, and its text with the variables filled in. */
  onPick: (reply: QuickReply, text: string) => void;
}

/** Picks a quick reply or a macro of the team, or edits them. */
export function QuickReplies({ ticket, staff, open, onOpenChange, onPick }: QuickRepliesProps) {
  const [isEditing, setEditing] = useState(false);
  const session = useSession();
  const me = useQuery({ ...queries.accounts.me.queryOptions(), enabled: session.status === 'signed-in' });
  const replies = useQuery(queries.desk.quickReplies.queryOptions());
  const pick = (reply: QuickReply) => {
    onOpenChange(false);
    const text = fillQuickReply(reply.body, {
      nome: firstName(ticket.requesterName),
      pedido: ticket.order?.externalReference,
      rifa: ticket.order?.rifaTitle,
      assunto: ticket.subject,
      atendente: firstName(me.data?.name),
    });
    onPick(reply, text);
  };
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button variant="outline" size="sm" onClick={() => onOpenChange(true)}>
        Respostas rápidas e macros
      </Button>
      <span className="hidden text-sm text-ink-soft pointer-fine:inline">ou digite / na resposta</span>
      <ReplyPicker
        open={open}
        onClose={() => onOpenChange(false)}
        replies={replies}
        staff={staff}
        onPick={pick}
        onEdit={() => {
          onOpenChange(false);
          setEditing(true);
        }}
      />
      <QuickReplyDialog open={isEditing} onClose={() => setEditing(false)} replies={replies} staff={staff} />
    </div>
  );
}

const firstName = (name: string | null | undefined) => name?.trim().split(/\s+/)[0] || null;
