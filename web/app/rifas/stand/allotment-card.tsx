import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { queries } from '../../api.ts';
import { formatCount } from '../../format.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { FormError } from '../../ui/states.tsx';
import { useNow } from '../../ui/use-now.ts';
import { timesText } from './sale-labels.ts';
import { closeAllotment, maySellFrom, type StoredAllotment } from './stand-store.ts';
import { useOnline } from './use-stand.ts';

interface AllotmentCardProps {
  allotment: StoredAllotment;
  /** Its queued sales. */
  queued: number;
  /** Its heading gets the focus. */
  isNew: boolean;
  onSell: () => void;
}

/** Numbers on this phone: unsold count, deadline, and buttons to sell or return them. */
export function AllotmentCard({ allotment, queued, isNew, onSell }: AllotmentCardProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isNew) heading.current?.focus();
  }, [isNew]);
  const [isAsking, setAsking] = useState(false);
  const online = useOnline();
  const now = useNow();
  const { unsold, title } = allotment;
  return (
    <Card padded className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid gap-1">
        <h2 ref={heading} tabIndex={-1} className="scroll-mt-24 text-xl wrap-anywhere outline-none">
          {title}
        </h2>
        <p className="tabular">
          {unsold.length === 0
            ? 'Nenhum número sobrou'
            : `${formatCount(unsold.length, 'número', 'números')} para vender`}
        </p>
        <p className="text-sm text-ink-soft">{timesText(allotment, queued, now ?? 0)}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        {maySellFrom(allotment, now ?? 0) && <Button onClick={onSell}>Vender</Button>}
        <Button variant="outline" disabled={!online} onClick={() => setAsking(true)}>
          {unsold.length === 0 ? 'Encerrar' : 'Devolver números'}
        </Button>
      </div>
      {!online && <p className="text-sm text-ink-soft">Para devolver números é preciso internet.</p>}
      {isAsking && <ReturnDialog allotment={allotment} queued={queued} onClose={() => setAsking(false)} />}
    </Card>
  );
}

function ReturnDialog({
  allotment: { id, title, unsold },
  queued,
  onClose,
}: Omit<AllotmentCardProps, 'isNew' | 'onSell'> & { onClose: () => void }) {
  const giveBack = useMutation(queries.stand.giveBack.mutationOptions());
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Devolver números"
      action="Devolver"
      variant="primary"
      disabled={queued > 0}
      loading={giveBack.isPending}
      onConfirm={() => giveBack.mutate({ id }, { onSuccess: () => void closeAllotment(id).then(onClose) })}
    >
      {queued > 0 ? (
        <p>Antes, envie {queued === 1 ? 'a venda que espera' : `as ${queued} vendas que esperam`}.</p>
      ) : (
        <p>
          {unsold.length === 0
            ? `O balcão de “${title}” sai deste celular.`
            : `${formatCount(unsold.length, 'número', 'números')} de “${title}” ${unsold.length === 1 ? 'volta' : 'voltam'} a ser vendidos no site.`}{' '}
          As vendas feitas ficam.
        </p>
      )}
      {giveBack.isError && <FormError>{errorMessage(giveBack.error)}</FormError>}
    </ConfirmDialog>
  );
}
