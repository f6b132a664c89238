import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OpenAllotment } from '@mare/contract/checkout/stand.ts';
import { queries } from '../../api.ts';
import { formatCount, formatDateTime } from '../../format.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { FormError } from '../../ui/states.tsx';
import { addAllotment, randomText } from './stand-store.ts';

interface OtherPhonesProps {
  here: readonly { id: string }[];
  sellerId: string;
  sellerName: string;
  /** Called with the allotment that was taken over. */
  onTaken: (allotmentId: string) => void;
}

/** Numbers on another phone that this one can take over: the seller's own, or offered by an admin. */
export function OtherPhones({ here, ...seller }: OtherPhonesProps) {
  const [returned, setReturned] = useState<OpenAllotment | null>(null);
  const [taken, setTaken] = useState<OpenAllotment | null>(null);
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
              {!each.isOwn && '. A administração deixou este balcão para você.'}
            </p>
            <span className="flex flex-wrap gap-2">
              {each.unsold.length > 0 && (
                <Button variant="secondary" size="sm" onClick={() => setTaken(each)}>
                  Trazer para este celular
                </Button>
              )}
              {each.isOwn && (
                <Button variant="outline" size="sm" onClick={() => setReturned(each)}>
                  Devolver números
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {returned && <ReturnDialog allotment={returned} onClose={() => setReturned(null)} />}
      {taken && <TakeOverDialog key={taken.id} from={taken} {...seller} onClose={() => setTaken(null)} />}
    </Card>
  );
}

interface TakeOverDialogProps extends Omit<OtherPhonesProps, 'here'> {
  from: OpenAllotment;
  onClose: () => void;
}

function TakeOverDialog({ from, sellerId, sellerName, onTaken, onClose }: TakeOverDialogProps) {
  const client = useQueryClient();
  // A repeated request after a lost response is the same one.
  const [request] = useState(() => ({ id: crypto.randomUUID(), sendKey: randomText(32) }));
  const takeOver = useMutation(queries.stand.takeOver.mutationOptions());
  const confirm = () =>
    takeOver.mutate(
      { ...request, fromId: from.id },
      {
        onSuccess: (taken) => {
          void addAllotment({ ...taken, sellerId, sellerName, sendKey: request.sendKey, end: null });
          onTaken(taken.id);
          onClose();
        },
        onSettled: () => void client.invalidateQueries({ queryKey: queries.stand.key() }),
      },
    );
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Trazer os números para este celular?"
      action="Trazer"
      variant="primary"
      loading={takeOver.isPending}
      onConfirm={confirm}
    >
      <p>
        O outro celular deixa de vender. Se ele ainda liga, envie antes as vendas que esperam nele: a que
        chegar depois só vale se o número ainda não tiver saído aqui, e você recebe um aviso quando não valer.
      </p>
      {takeOver.isError && <FormError>{errorMessage(takeOver.error)}</FormError>}
    </ConfirmDialog>
  );
}

function ReturnDialog({ allotment, onClose }: { allotment: OpenAllotment; onClose: () => void }) {
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
