import { useState } from 'react';
import { Link } from 'react-router';
import { toast } from 'sonner';
import type { DeskTicket } from '@mare/contract/support/desk-tickets.ts';
import { formatDateTime } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { Badge } from '../../ui/data-display/badge.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { deskStatuses } from '../tickets/ticket-labels.ts';
import type { useDeskWork } from './use-desk-work.ts';

interface OtherTicketsProps {
  ticket: DeskTicket;
  merge: ReturnType<typeof useDeskWork>['merge'];
}

/** Other tickets of the same person, which can be merged into this one. */
export function OtherTickets({ ticket, merge }: OtherTicketsProps) {
  const [chosen, setChosen] = useState<DeskTicket['otherTickets'][number] | null>(null);
  if (ticket.otherTickets.length === 0) return null;
  const confirm = () => {
    if (!chosen) return;
    merge.mutate(
      { id: ticket.id, fromId: chosen.id },
      { onSuccess: () => toast.success('As conversas estão juntas.'), onSettled: () => setChosen(null) },
    );
  };
  return (
    <section aria-label="Outros tickets desta pessoa" className="grid gap-3">
      <h3 className="text-lg">Outros tickets desta pessoa</h3>
      <ul className="grid gap-3">
        {ticket.otherTickets.map((other) => (
          <li key={other.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm">
            <span className="min-w-0">
              <Link to={`?status=all&ticket=${other.id}`} className="text-link wrap-anywhere">
                {other.subject}
              </Link>{' '}
              <Badge tone={deskStatuses[other.status].tone}>{deskStatuses[other.status].label}</Badge>
              <span className="block text-ink-soft">{formatDateTime(other.createdAt)}</span>
            </span>
            {ticket.status !== 'closed' && (
              <Button variant="outline" size="sm" onClick={() => setChosen(other)}>
                Juntar a este
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={chosen !== null}
        onClose={() => setChosen(null)}
        title="Juntar as duas conversas?"
        action="Juntar"
        variant="primary"
        loading={merge.isPending}
        onConfirm={confirm}
      >
        <p className="wrap-anywhere">
          As mensagens, os arquivos e as notas de “{chosen?.subject}” passam para “{ticket.subject}”, e o
          outro ticket se encerra. Quem escreveu recebe um aviso. Não dá para separar depois.
        </p>
      </ConfirmDialog>
    </section>
  );
}
