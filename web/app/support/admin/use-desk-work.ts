import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import type { DeskTicket } from '@mare/contract/support/desk-tickets.ts';
import { queries } from '../../api.ts';
import { errorMessage } from '../../messages.ts';

/** Mutations of a ticket. Each one returns the updated ticket. */
export function useDeskWork() {
  const cache = useQueryClient();
  const settled = {
    onSuccess: (ticket: DeskTicket) => updateCachedTicket(cache, ticket),
    onError: (error: Error) => {
      toast.error('Não foi possível salvar.', { description: errorMessage(error) });
      void cache.invalidateQueries({ queryKey: queries.desk.key() });
    },
  };
  return {
    assign: useMutation(queries.desk.assign.mutationOptions(settled)),
    answer: useMutation(queries.desk.answer.mutationOptions(settled)),
    act: useMutation(queries.desk.act.mutationOptions(settled)),
    attach: useMutation(queries.desk.attach.mutationOptions(settled)),
    merge: useMutation(queries.desk.merge.mutationOptions(settled)),
    addNote: useMutation(queries.desk.addNote.mutationOptions(settled)),
    setStatus: useMutation(queries.desk.setStatus.mutationOptions(settled)),
    setPriority: useMutation(queries.desk.setPriority.mutationOptions(settled)),
  };
}

/** Caches the updated ticket and refetches the queue in the background. */
function updateCachedTicket(cache: QueryClient, ticket: DeskTicket): void {
  cache.setQueryData(queries.desk.ticket.queryKey({ input: { id: ticket.id } }), ticket);
  void cache.invalidateQueries({ queryKey: queries.desk.queue.key() });
}
