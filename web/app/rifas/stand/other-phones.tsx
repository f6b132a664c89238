import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { StandAllotment } from '@mare/contract/checkout/stand.ts';
import { queries } from '../../api.ts';
import { formatCount, formatDateTime } from '../../format.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { FormError } from '../../ui/states.tsx';

/** Numbers that the seller set aside on another phone: only that one sells them. */
export function OtherPhones({ here }: { here: readonly { id: string }[] }) {
  const [asked, setAsked] = useState<StandAllotment | null>(null);
  const open = useQuery({ ...queries.stand.allotments.queryOptions(), staleTime: 0 });
  const others = open.data?.filter(({ id }) => !here.some((own) => own.id === id)) ?? [];
  if (others.length === 0) return null;
  return (
    <Card padded className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="text-xl">Em outro aparelho</h2>
      <ul className="grid gap-4">
        {others.map((each) => (
          <li key={each.id} className="grid justify-items-start gap-2">
            <p className="wrap-anywhere">
              <strong>{each.title}</strong>: {formatCount(each.unsold.length, 'número', 'números')} para
              vender até {formatDateTime(each.sellUntil)}
            </p>
            <Button variant="outline" size="sm" onClick={() => setAsked(each)}>
              Devolver números
            </Button>
          </li>
        ))}
      </ul>
      {asked && <ReturnDialog allotment={asked} onClose={() => setAsked(null)} />}
    </Card>
  );
}

function ReturnDialog({ allotment, onClose }: { allotment: StandAllotment; onClose: () => void }) {
  const client = useQueryClient();
  const giveBack = useMutation(queries.stand.giveBack.mutationOptions());
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Devolver números"
      action="Devolver"
      loading={giveBack.isPending}
      onConfirm={() =>
        giveBack.mutate(
          { id: allotment.id },
          {
            onSuccess: () => {
              void client.invalidateQueries({ queryKey: queries.stand.key() });
              onClose();
            },
          },
        )
      }
    >
      <p>
        Se o outro aparelho ainda tem vendas a enviar, envie antes: depois de devolvidos, os números podem ser
        vendidos no site a outra pessoa.
      </p>
      {giveBack.isError && <FormError>{errorMessage(giveBack.error)}</FormError>}
    </ConfirmDialog>
  );
}
