import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { queries } from '../../api.ts';
import { saveErrorMessage } from '../../messages/edit-conflict.ts';

/**
 * @param onSaved the save is pending until it resolves
 * @param hasBuyers of a published rifa; they are notified of a correction
 */
export function useSaveRifa(onSaved: (saved: { id: string }) => unknown, hasBuyers = false) {
  const client = useQueryClient();
  return useMutation(
    queries.admin.rifas.save.mutationOptions({
      onSuccess: async (saved, { id, reason }) => {
        toast.success(id ? (reason ? correctionSentence(hasBuyers) : 'Rifa salva.') : 'Rascunho criado.');
        await client.invalidateQueries({ queryKey: queries.admin.rifas.list.key() });
        await onSaved(saved);
      },
    }),
  );
}

function correctionSentence(hasBuyers: boolean): string {
  const published = 'Correção publicada na página da rifa.';
  return hasBuyers ? `${published} Quem tem cotas recebe um aviso no site e por e-mail.` : published;
}

export function SaveFailure({ error }: { error: unknown }) {
  return (
    <div role="alert" className="rounded-lg bg-danger-tint p-4 text-danger">
      <p className="font-semibold">{saveErrorMessage(error)}</p>
    </div>
  );
}
