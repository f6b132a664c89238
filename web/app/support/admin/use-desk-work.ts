import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import type { DeskTicket } from '@mare/contract/support/desk.ts';
import { queries } from '../../api.ts';
import { errorMessage } from '../../messages.ts';

/** What the desk does to a ticket. The answer is the ticket as it then stands. */
export function useDeskWork() {
  const cache = useQueryClient();
  const settled = {
    onSuccess: (ticket: DeskTicket) => keep(cache, ticket),
    onError: (error: Error) => {
      toast.error('Não foi possível salvar.', { description: errorMessage(error) });
      void cache.invalidateQueries({ queryKey: queries.desk.key() });
    },
  };
  return {
    assign: useMutation(queries.desk.assign.mutationOptions(settled)),
    answer: useMutation(queries.desk.answer.mutationOptions(settled)),
    addNote: useMutation(queries.desk.addNote.mutationOptions(settled)),
    setStatus: useMutation(queries.desk.setStatus.mutationOptions(settled)),
    setPriority: useMutation(queries.desk.setPriority.mutationOptions(settled)),
  };
}

/** The queue may follow in its own time. */
function keep(cache: QueryClient, ticket: DeskTicket): void {
  cache.setQueryData(queries.desk.ticket.queryKey({ input: { id: ticket.id } }), ticket);
  void cache.invalidateQueries({ queryKey: queries.desk.queue.key() });
}
