import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { toast } from 'sonner';
import type { VoucherChange, VoucherRow } from '@mare/contract/partners/partners-admin.ts';
import { formatVoucherCode } from '@mare/domain/partners/voucher-code.ts';
import { queries } from '../../api.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { filled } from '../../ui/form/field-rules.ts';
import { Field, Input, Options, Select } from '../../ui/form/field.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { FormError } from '../../ui/states.tsx';

const KINDS: Record<VoucherChange['kind'], string> = {
  extend: 'Prorrogar a data',
  reassign: 'Passar para outro parceiro',
  reissue: 'Emitir outro código e PIN',
};
const DAYS = {
  30: '30 dias a partir de hoje',
  60: '60 dias a partir de hoje',
  90: '90 dias a partir de hoje',
};

interface Fields {
  kind: VoucherChange['kind'];
  days: string;
  partnerId: string;
  reason: string;
}

/** Extends, reassigns or reissues a voucher. */
export function ChangeVoucher({ voucher }: { voucher: VoucherRow }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" size="sm" className="justify-self-start" onClick={() => setOpen(true)}>
        Mudar<span className="sr-only"> {formatVoucherCode(voucher.voucherCode)}</span>
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Mudar o voucher"
        description={`${voucher.prizeName}, de ${voucher.winner || 'alguém sem nome'}`}
      >
        <ChangeForm voucher={voucher} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function ChangeForm({ voucher, onDone }: { voucher: VoucherRow; onDone: () => void }) {
  const cache = useQueryClient();
  const { register, handleSubmit, control, formState } = useForm<Fields>({
    defaultValues: { kind: 'extend', days: '30', partnerId: '', reason: '' },
    mode: 'onTouched',
  });
  const kind = useWatch({ control, name: 'kind' });
  const [search, setSearch] = useState('');
  const searchText = useDeferredValue(search.trim());
  const partners = useQuery({
    ...queries.admin.partners.queryOptions({
      input: { search: searchText, sort: 'name', status: 'active', page: 1 },
    }),
    placeholderData: (shown) => shown,
    enabled: kind === 'reassign',
  });
  const change = useMutation(
    queries.admin.changeVoucher.mutationOptions({
      onSuccess: async () => {
        toast.success('Voucher mudado.', {
          description: voucher.hasAccount
            ? 'Quem ganhou foi avisado.'
            : 'Avise quem ganhou e imprima de novo.',
        });
        onDone();
        await cache.invalidateQueries({ queryKey: queries.admin.vouchers.key() });
      },
    }),
  );
  const submit = handleSubmit(({ reason, ...fields }) =>
    change.mutate({ id: voucher.id, change: toChange(fields), reason }),
  );
  const { errors } = formState;
  // An expired voucher can only be extended.
  const kinds = voucher.status === 'pending' ? KINDS : { extend: KINDS.extend };
  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <Field label="O que mudar">
        <Select {...register('kind')}>
          <Options labels={kinds} />
        </Select>
      </Field>
      {kind === 'extend' && (
        <Field label="Vale por, no mínimo" hint="O prazo do prêmio muda junto. Nunca fica menor.">
          <Select {...register('days')}>
            <Options labels={DAYS} />
          </Select>
        </Field>
      )}
      {kind === 'reassign' && (search !== '' || partners.data?.hasMore) && (
        <Field label="Procurar parceiro" hint="Há mais parceiros do que a lista mostra.">
          <Input type="search" value={search} onChange={(event) => setSearch(event.target.value)} />
        </Field>
      )}
      {kind === 'reassign' && (
        <Field label="Parceiro" error={errors.partnerId?.message}>
          <Select {...register('partnerId', { validate: filled('Escolha o parceiro.') })}>
            <option value="">Escolha</option>
            {partners.data?.rows
              .filter(({ companyName }) => companyName !== voucher.companyName)
              .map(({ id, companyName, city, serviceTypes }) => (
                <option key={id} value={id}>
                  {companyName}, {city} ({serviceTypes.join(', ')})
                </option>
              ))}
          </Select>
        </Field>
      )}
      {kind === 'reissue' && (
        <p className="text-ink-soft">O código e o PIN de agora param de valer na hora.</p>
      )}
      <Field label="Motivo" hint="Fica no registro de atividades." error={errors.reason?.message}>
        <Input maxLength={300} {...register('reason', { validate: filled('Diga o motivo.') })} />
      </Field>
      {change.isError && <FormError>{errorMessage(change.error)}</FormError>}
      <Button type="submit" className="justify-self-start" loading={change.isPending}>
        Mudar voucher
      </Button>
    </form>
  );
}

function toChange({ kind, days, partnerId }: Omit<Fields, 'reason'>): VoucherChange {
  if (kind === 'extend') return { kind, days: Number(days) };
  return kind === 'reassign' ? { kind, partnerId } : { kind };
}
