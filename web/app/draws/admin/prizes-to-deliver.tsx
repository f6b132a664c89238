import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { PrizeToDeliver } from '@mare/contract/draws/prizes.ts';
import { formatPhone } from '@mare/domain/accounts/person-numbers.ts';
import { ListRows } from '../../admin/admin-list.tsx';
import { queries } from '../../api.ts';
import { formatCotaNumber, formatDate } from '../../format.ts';
import { Badge } from '../../ui/data-display/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, Input, Textarea } from '../../ui/form/field.tsx';
import { DownloadVoucher } from '../../partners/download-voucher.tsx';
import { VoucherStatusBadge } from '../../partners/voucher-status-badge.tsx';
import { prizeStates } from '../prizes/prize-states.ts';
import { drawErrorMessage } from '../draw-error-messages.ts';
import { DeliveryFile } from './delivery-file.tsx';
import { readProof } from './read-proof.ts';

/** Every prize won, undelivered ones first. */
export function PrizesToDeliver() {
  const prizes = useQuery({
    ...queries.draws.prizes.queryOptions(),
    select: (rows) => ({ rows }),
    staleTime: 0,
  });
  return (
    <section className="grid gap-4" aria-labelledby="premios-a-entregar">
      <h2 id="premios-a-entregar" className="text-2xl">
        Prêmios
      </h2>
      <ListRows
        layout="grid"
        query={prizes}
        errorTitle="Erro ao carregar os prêmios"
        empty={{ icon: 'gift', title: 'Nenhum prêmio sorteado ainda' }}
        keyOf={({ winnerId }) => winnerId}
        renderRow={(prize) => <Prize prize={prize} />}
      />
    </section>
  );
}

function Prize({ prize }: { prize: PrizeToDeliver }) {
  const state = prizeStates[prize.state];
  return (
    <Card padded className="grid h-full content-start gap-2">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h3 className="text-lg">{prize.prizeName ?? `${prize.position}º prêmio`}</h3>
        <Badge tone={state.tone}>{state.label}</Badge>
      </div>
      <p className="text-sm text-ink-soft">
        {prize.rifaTitle} · {prize.position}º lugar · número{' '}
        {formatCotaNumber(prize.number, prize.totalNumbers)}
      </p>
      <p className="text-sm break-words">
        <strong>{prize.winnerName}</strong>
        {prize.winnerEmail && ` · ${prize.winnerEmail}`}
        {prize.contact && ` · ${prize.contact.name}, ${formatPhone(prize.contact.phone)}`}
      </p>
      {prize.contact?.note && <p className="text-sm">“{prize.contact.note}”</p>}
      {prize.deliveredAt ? (
        <>
          <p className="text-sm break-words text-ink-soft">
            Entregue em {formatDate(prize.deliveredAt)}: {prize.deliveryNote}
          </p>
          {prize.hasProof && <DeliveryFile winnerId={prize.winnerId} />}
        </>
      ) : (
        <>
          {prize.voucher && <Voucher voucher={prize.voucher} />}
          <p className="text-sm text-ink-soft">Prazo para pedir: {formatDate(prize.claimUntil)}</p>
          <Deliver winnerId={prize.winnerId} />
        </>
      )}
    </Card>
  );
}

function Voucher({ voucher }: { voucher: NonNullable<PrizeToDeliver['voucher']> }) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p className="text-sm">Voucher</p>
      <VoucherStatusBadge status={voucher.status} />
      {voucher.status === 'pending' && (
        <DownloadVoucher size="sm" read={() => queries.admin.printVoucher.call({ id: voucher.id })}>
          Imprimir
        </DownloadVoucher>
      )}
    </div>
  );
}

function Deliver({ winnerId }: { winnerId: string }) {
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const { register, handleSubmit, formState, setError } = useForm<{ note: string; files?: FileList }>({
    defaultValues: { note: '' },
  });
  const deliver = useMutation(
    queries.draws.deliver.mutationOptions({
      onSuccess: () => client.invalidateQueries({ queryKey: queries.draws.key() }),
    }),
  );
  if (!open)
    return (
      <Button variant="secondary" size="sm" className="justify-self-start" onClick={() => setOpen(true)}>
        Registrar entrega
      </Button>
    );
  const submit = handleSubmit(async ({ note, files }) => {
    const file = files?.[0];
    const proof = file ? await readProof(file) : null;
    if (file && !proof)
      setError('files', { message: 'Envie uma imagem JPEG ou PNG, ou um PDF, de até 700 kB.' });
    else deliver.mutate({ winnerId, note, proof });
  });
  return (
    <form className="grid gap-3" onSubmit={(event) => void submit(event)}>
      <Field
        label="Como e a quem foi entregue"
        error={deliver.isError ? drawErrorMessage(deliver.error) : undefined}
      >
        <Textarea rows={2} {...register('note')} required minLength={3} maxLength={500} />
      </Field>
      <Field label="Recibo assinado ou foto" optional error={formState.errors.files?.message}>
        <Input type="file" accept="image/jpeg,image/png,application/pdf" {...register('files')} />
      </Field>
      <Button
        type="submit"
        size="sm"
        variant="secondary"
        loading={deliver.isPending}
        className="justify-self-start"
      >
        Confirmar entrega
      </Button>
    </form>
  );
}
