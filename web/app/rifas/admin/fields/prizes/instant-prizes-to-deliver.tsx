import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { queries } from '../../../../api.ts';
import { InstantPrizeRow, type InstantPrize } from '../../../../draws/instant/instant-prize-row.tsx';
import { retryFailed } from '../../../../fetching/failures/retry-failed.ts';
import { errorMessage } from '../../../../messages.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/overlay/dialog.tsx';
import { useFocusNextRow } from '../../../../ui/focus/use-focus-next-row.ts';
import { Field, Input } from '../../../../ui/form/field.tsx';
import { ErrorState } from '../../../../ui/states.tsx';

/** Cotas premiadas of a published rifa, with their winners and delivery status. */
export function InstantPrizesToDeliver({ rifaId }: { rifaId: string }) {
  const found = useQuery({
    ...queries.draws.instantPrizes.queryOptions({ input: { rifaId } }),
    staleTime: 0,
  });
  const held = useQuery({
    ...queries.draws.heldInstantPrizes.queryOptions({ input: { rifaId } }),
    staleTime: 0,
  });
  const [delivering, setDelivering] = useState<InstantPrize | null>(null);
  const list = useFocusNextRow<HTMLUListElement>();
  const loadAgain = retryFailed([found, held]);
  if (loadAgain)
    return (
      <ErrorState title="Erro ao carregar as cotas premiadas" onRetry={loadAgain}>
        {errorMessage(found.error ?? held.error)}
      </ErrorState>
    );
  const instant = found.data?.instantPrizes;
  if (!instant || !held.data) return null;
  const { positions: onHold } = held.data;
  return (
    <div className="grid gap-2">
      <h3 className="text-base font-bold">Cotas premiadas</h3>
      <ul
        ref={list}
        tabIndex={-1}
        className="max-h-96 divide-y divide-line overflow-y-auto border-y border-line"
      >
        {instant.prizes.map((prize) => (
          <li key={prize.position} className="flex flex-wrap items-center gap-3">
            <div className="grow">
              <InstantPrizeRow prize={prize} totalNumbers={instant.totalNumbers} />
            </div>
            {prize.state === 'found' &&
              (onHold.includes(prize.position) ? (
                <p className="text-sm text-ink-soft">
                  Em espera: o pagamento está em contestação ou foi devolvido.
                </p>
              ) : (
                <Button variant="outline" size="sm" onClick={() => setDelivering(prize)}>
                  Marcar como entregue
                </Button>
              ))}
          </li>
        ))}
      </ul>
      {delivering && (
        <DeliveryDialog rifaId={rifaId} prize={delivering} onClose={() => setDelivering(null)} />
      )}
    </div>
  );
}

interface DeliveryDialogProps {
  rifaId: string;
  prize: InstantPrize;
  onClose: () => void;
}

function DeliveryDialog({ rifaId, prize, onClose }: DeliveryDialogProps) {
  const cache = useQueryClient();
  const [note, setNote] = useState('');
  const [isShort, setShort] = useState(false);
  const deliver = useMutation(
    queries.draws.deliverInstantPrize.mutationOptions({
      onSuccess: async () => {
        toast.success('Entrega registrada.');
        // First: the focus returns to the button, and moves on when that disappears.
        onClose();
        await cache.invalidateQueries({ queryKey: queries.draws.instantPrizes.key() });
      },
    }),
  );
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} size="sm" title={`Entregar: ${prize.name}`}>
      <div className="grid gap-4">
        <Field
          label="Como, quando e a quem"
          hint="Fica no registro de atividades."
          error={isShort ? 'Escreva pelo menos 3 caracteres.' : deliver.error && errorMessage(deliver.error)}
        >
          <Input value={note} maxLength={500} onChange={(event) => setNote(event.target.value)} />
        </Field>
        <Button
          loading={deliver.isPending}
          loadingText="Registrando..."
          onClick={() => {
            const wasShort = note.trim().length < 3;
            setShort(wasShort);
            if (!wasShort) deliver.mutate({ rifaId, position: prize.position, note });
          }}
        >
          Registrar entrega
        </Button>
      </div>
    </Dialog>
  );
}
