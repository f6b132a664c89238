import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import type { PartnerVoucher } from '@mare/contract/partners/partners.ts';
import { queries } from '../../api.ts';
import { formatTime } from '@mare/domain/format.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { useNow } from '../../ui/use-now.ts';

/** Undoes the use of a voucher while that is possible. */
export function UndoRedemption({ voucher, onUndone }: { voucher: PartnerVoucher; onUndone: () => void }) {
  const cache = useQueryClient();
  const now = useNow();
  const [isAsking, setAsking] = useState(false);
  const undo = useMutation(
    queries.partners.undoVoucher.mutationOptions({
      onSuccess: () => {
        toast.success('Uso desfeito.', { description: 'Quem ganhou foi avisado.' });
        onUndone();
      },
      onError: (error) => toast.error(errorMessage(error)),
      onSettled: () => {
        setAsking(false);
        return cache.invalidateQueries({ queryKey: queries.partners.key() });
      },
    }),
  );
  const { undoUntil } = voucher;
  if (!undoUntil || now === null || Date.parse(undoUntil) <= now) return null;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button variant="outline" size="sm" onClick={() => setAsking(true)}>
        Desfazer o uso
        <span className="sr-only">
          : {voucher.prizeName}, de {voucher.winner}
        </span>
      </Button>
      <span className="text-sm text-ink-soft">até {formatTime(new Date(undoUntil))}</span>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Desfazer o uso?"
        action="Desfazer o uso"
        loading={undo.isPending}
        onConfirm={() => undo.mutate({ id: voucher.id })}
      >
        {voucher.prizeName}, de {voucher.winner}: o voucher volta a valer com o mesmo código e PIN, e a
        comissão deste uso sai das suas contas. Quem ganhou recebe um aviso.
      </ConfirmDialog>
    </div>
  );
}
