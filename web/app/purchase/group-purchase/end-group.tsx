import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { GroupPurchase } from '@mare/contract/orders/group-purchases.ts';
import { queries } from '../../api.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { lazyToast } from '../../ui/overlay/lazy-toast.ts';

/** Lets the starter release the free parts. */
export function EndGroup({ group }: { group: GroupPurchase }) {
  const [isAsking, setIsAsking] = useState(false);
  const cache = useQueryClient();
  const end = useMutation(
    queries.orders.endGroup.mutationOptions({
      onSuccess: () =>
        lazyToast.success('Bolão encerrado', { description: 'As partes livres voltaram à venda.' }),
      onError: (error) => lazyToast.error('Erro', { description: errorMessage(error) }),
      onSettled: () => {
        setIsAsking(false);
        return cache.invalidateQueries({ queryKey: queries.orders.group.key() });
      },
    }),
  );
  return (
    <div className="border-t border-line pt-4 text-center">
      <Button variant="quiet" size="sm" onClick={() => setIsAsking(true)}>
        Encerrar o bolão
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title="Encerrar o bolão?"
        action="Encerrar o bolão"
        loading={end.isPending}
        onConfirm={() => end.mutate({ token: group.token })}
      >
        As partes livres voltam à venda. As pagas continuam valendo, e quem já tem um código Pix ainda pode
        pagar a parte dele.
      </ConfirmDialog>
    </div>
  );
}
