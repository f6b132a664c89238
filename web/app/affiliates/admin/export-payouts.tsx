import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import type { BeneficiaryKind } from '@mare/contract/affiliates/payouts.ts';
import { countPayouts } from '@mare/domain/affiliates/payout.ts';
import { queries } from '../../api.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { saveFile } from '../../ui/save-file.ts';

interface ExportPayoutsProps {
  kind: BeneficiaryKind;
  onExported: () => Promise<void>;
}

/** Saves the approved payouts that no earlier file has. Asks before a second file: a bank pays both. */
export function ExportPayouts({ kind, onExported }: ExportPayoutsProps) {
  // Number of payouts of earlier files, once there are no others.
  const [earlier, setEarlier] = useState<number | null>(null);
  const download = useMutation({
    mutationFn: (again: boolean) => queries.admin.exportPayouts.call({ kind, again }),
    onSuccess: ({ fileName, csv, exported, leftOut }, again) => {
      if (exported === 0 && leftOut > 0 && !again) return setEarlier(leftOut);
      setEarlier(null);
      if (exported === 0) {
        toast.info('Nenhum repasse aprovado a exportar.');
        return;
      }
      saveFile(fileName, new Blob([csv], { type: 'text/csv;charset=utf-8' }));
      toast.success(`${countPayouts(exported)} no arquivo.`, {
        description: leftOut > 0 ? `Fora dele: ${countPayouts(leftOut)} de um arquivo anterior.` : undefined,
      });
      return onExported();
    },
    onError: (error) => {
      setEarlier(null);
      toast.error(errorMessage(error));
    },
  });
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        icon="pix"
        loading={download.isPending && earlier === null}
        onClick={() => download.mutate(false)}
      >
        Exportar aprovados
      </Button>
      <ConfirmDialog
        open={earlier !== null}
        onClose={() => setEarlier(null)}
        title="Exportar de novo?"
        action="Exportar de novo"
        loading={download.isPending}
        onConfirm={() => download.mutate(true)}
      >
        Não há repasse novo a exportar: um arquivo anterior já tem {countPayouts(earlier ?? 0)} a pagar. Se
        ele se perdeu, exporte de novo. Antes, confira no banco o que já foi pago: um segundo arquivo paga
        duas vezes.
      </ConfirmDialog>
    </>
  );
}
