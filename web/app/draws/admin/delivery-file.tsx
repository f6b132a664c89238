import { useMutation } from '@tanstack/react-query';
import { queries } from '../../api.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { decodeFile } from '../../ui/save-file.ts';
import { FormError } from '../../ui/states.tsx';

const OPEN_FOR_MS = 60_000;

interface DeliveryFileProps {
  winnerId: string;
  kind?: 'delivery' | 'treasury';
}

/** Opens a proof (receipt or photo) in a new tab. */
export function DeliveryFile({ winnerId, kind = 'delivery' }: DeliveryFileProps) {
  const open = useMutation({
    // Receives a tab opened during the click: popup blockers reject one opened after the response.
    mutationFn: async (tab: Window | null) => {
      try {
        const file = await queries.draws.deliveryProof.call({ winnerId, kind });
        const url = URL.createObjectURL(decodeFile(file.base64, file.type));
        setTimeout(() => URL.revokeObjectURL(url), OPEN_FOR_MS);
        if (tab) tab.location.href = url;
      } catch (error) {
        tab?.close();
        throw error;
      }
    },
  });
  return (
    <div className="grid justify-items-start gap-2">
      <Button
        variant="outline"
        size="sm"
        loading={open.isPending}
        onClick={() => open.mutate(window.open('', '_blank'))}
      >
        Abrir comprovante
      </Button>
      {open.isError && <FormError>{errorMessage(open.error)}</FormError>}
    </div>
  );
}
