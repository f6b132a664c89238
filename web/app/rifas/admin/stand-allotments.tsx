import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../api.ts';
import { formatCount, formatDateTime } from '../../format.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { FormError } from '../../ui/states.tsx';

/** Numbers of the rifa that sellers set aside for stands; nothing while there are none. */
export function StandAllotments({ rifaId }: { rifaId: string }) {
  const [ending, setEnding] = useState<string | null>(null);
  const open = useQuery({ ...queries.stand.ofRifa.queryOptions({ input: { id: rifaId } }), staleTime: 0 });
  if (!open.data || open.data.length === 0) return null;
  return (
    <section aria-labelledby="no-balcao" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 id="no-balcao" className="font-bold">
        No balcão, sem internet
      </h3>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {open.data.map(({ id, seller, setAside, unsold, endsAt }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p className="min-w-0 wrap-anywhere">
              <strong>{seller || 'Sem nome'}</strong>: {formatCount(unsold, 'número', 'números')} de{' '}
              {setAside}, até {formatDateTime(endsAt)}
            </p>
            <Button size="sm" variant="outline" onClick={() => setEnding(id)}>
              Encerrar
            </Button>
          </li>
        ))}
      </ul>
      {ending && <EndDialog id={ending} onClose={() => setEnding(null)} />}
    </section>
  );
}

function EndDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const client = useQueryClient();
  const giveBack = useMutation(queries.stand.giveBack.mutationOptions());
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Encerrar o balcão"
      action="Encerrar"
      loading={giveBack.isPending}
      onConfirm={() =>
        giveBack.mutate(
          { id },
          {
            onSuccess: () => {
              void client.invalidateQueries();
              onClose();
            },
          },
        )
      }
    >
      <p>
        Os números que sobraram voltam ao site. As vendas que o celular ainda não enviou não entram: quem
        vendeu devolve o dinheiro.
      </p>
      {giveBack.isError && <FormError>{errorMessage(giveBack.error)}</FormError>}
    </ConfirmDialog>
  );
}
