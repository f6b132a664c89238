/** Forms of the team about one prize. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { ContactAttempt } from '@mare/contract/draws/prizes.ts';
import { dateTimeText, readDateTime } from '../../admin/typed-values.ts';
import { queries } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { DateInput } from '../../ui/form/date-input.tsx';
import { Field, Input, Options, Select, Textarea } from '../../ui/form/field.tsx';
import { centavosText, parseCentavos } from '../../ui/form/parsing/typed-reais.ts';
import { FormError } from '../../ui/states.tsx';
import { drawErrorMessage } from '../draw-error-messages.ts';
import { channelLabels, outcomeLabels } from '../prizes/contact-labels.ts';
import { serverNow } from '../../ui/server-clock.ts';

interface PrizeFormProps {
  winnerId: string;
  /** A cash prize, which is paid by transfer. */
  isCash: boolean;
  /** Declared value; null when none is declared. */
  valueCentavos: number | null;
  onDone: () => void;
}

const PHOTOS = 'image/jpeg,image/png,image/webp,image/avif';
const DOCUMENTS = `${PHOTOS},application/pdf`;
const FILE_HINT = 'Foto do celular ou PDF. O servidor reduz a foto e apaga a localização.';

export function ContactForm({ winnerId, onDone }: PrizeFormProps) {
  const [now] = useState(() => dateTimeText(serverNow().toISOString()));
  const record = useMutation(queries.draws.recordContact.mutationOptions(useRefresh(onDone)));
  const { register, handleSubmit, formState } = useForm({
    defaultValues: {
      at: now,
      channel: 'phone' as ContactAttempt['channel'],
      outcome: 'no_answer' as ContactAttempt['outcome'],
      note: '',
    },
  });
  const submit = handleSubmit(({ at, ...attempt }) =>
    record.mutate({ winnerId, at: readDateTime(at)!, ...attempt }),
  );
  return (
    <PrizeForm onSubmit={submit} pending={record.isPending} error={record.error} action="Guardar contato">
      <Field label="Quando" error={formState.errors.at?.message}>
        <DateInput
          withTime
          {...register('at', { validate: (at) => readDateTime(at) !== null || 'Informe dia e hora.' })}
        />
      </Field>
      <Field label="Por onde">
        <Select {...register('channel')}>
          <Options labels={channelLabels} />
        </Select>
      </Field>
      <Field label="O que houve">
        <Select {...register('outcome')}>
          <Options labels={outcomeLabels} />
        </Select>
      </Field>
      <Field label="Anotação da equipe" optional>
        <Textarea rows={2} maxLength={500} {...register('note')} />
      </Field>
    </PrizeForm>
  );
}

export function ShipmentForm({ winnerId, onDone }: PrizeFormProps) {
  const send = useMutation(queries.draws.send.mutationOptions(useRefresh(onDone)));
  const { register, handleSubmit } = useForm({ defaultValues: { note: '' } });
  const submit = handleSubmit(({ note }) => send.mutate({ winnerId, note }));
  return (
    <PrizeForm onSubmit={submit} pending={send.isPending} error={send.error} action="Guardar envio">
      <Field label="Como vai e quando chega" hint="Quem ganhou lê este texto.">
        <Input {...register('note')} required minLength={3} maxLength={200} />
      </Field>
    </PrizeForm>
  );
}

interface WithFile {
  note: string;
  files?: FileList;
}

export function DeliveryForm({ winnerId, isCash, valueCentavos, onDone }: PrizeFormProps) {
  const deliver = useMutation(queries.draws.deliver.mutationOptions(useRefresh(onDone)));
  const { register, handleSubmit, formState } = useForm<WithFile & { cost: string }>({
    defaultValues: { note: '', cost: centavosText(valueCentavos) },
  });
  const submit = handleSubmit(({ note, cost, files }) =>
    deliver.mutate({
      winnerId,
      note,
      proof: files?.[0],
      ...(!isCash && { costCentavos: parseCentavos(cost)! }),
    }),
  );
  return (
    <PrizeForm onSubmit={submit} pending={deliver.isPending} error={deliver.error} action="Confirmar entrega">
      <Field label={isCash ? 'Quando, quanto e para que conta foi pago' : 'Como e a quem foi entregue'}>
        <Textarea rows={2} {...register('note')} required minLength={3} maxLength={500} />
      </Field>
      {!isCash && (
        <Field
          label="Quanto o prêmio custou, em reais"
          hint="Entra nos livros como custo da rifa. Prêmio doado: 0."
          error={formState.errors.cost?.message}
        >
          <Input
            inputMode="decimal"
            {...register('cost', {
              validate: (cost) => parseCentavos(cost) !== null || 'Escreva o valor como 1.250,50.',
            })}
          />
        </Field>
      )}
      <Field
        label={isCash ? 'Comprovante da transferência' : 'Recibo assinado ou foto'}
        optional={!isCash}
        hint={FILE_HINT}
      >
        <Input type="file" accept={DOCUMENTS} required={isCash} {...register('files')} />
      </Field>
    </PrizeForm>
  );
}

export function TreasuryForm({ winnerId, onDone }: PrizeFormProps) {
  const pay = useMutation(queries.draws.payTreasury.mutationOptions(useRefresh(onDone)));
  const { register, handleSubmit } = useForm<WithFile & { paidOn: string }>({
    defaultValues: { paidOn: '', note: '' },
  });
  const submit = handleSubmit(({ paidOn, note, files }) =>
    pay.mutate({ winnerId, paidOn, note, proof: files?.[0] }),
  );
  return (
    <PrizeForm onSubmit={submit} pending={pay.isPending} error={pay.error} action="Guardar recolhimento">
      <Field label="Dia do pagamento">
        <DateInput {...register('paidOn')} required />
      </Field>
      <Field label="Número da guia (DARF)">
        <Input {...register('note')} required minLength={3} maxLength={200} />
      </Field>
      <Field label="Comprovante" optional hint={FILE_HINT}>
        <Input type="file" accept={DOCUMENTS} {...register('files')} />
      </Field>
    </PrizeForm>
  );
}

export function PhotoForm({ winnerId, onDone }: PrizeFormProps) {
  const store = useMutation(queries.draws.storePrizePhoto.mutationOptions(useRefresh(onDone)));
  const { register, handleSubmit } = useForm<{ files?: FileList }>();
  const submit = handleSubmit(({ files }) => {
    const photo = files?.[0];
    if (photo) store.mutate({ winnerId, photo });
  });
  return (
    <PrizeForm onSubmit={submit} pending={store.isPending} error={store.error} action="Guardar foto">
      <Field
        label="Foto da entrega"
        hint="Qualquer foto de celular. Só aparece no site se quem ganhou autorizar; a localização é apagada."
      >
        <Input type="file" accept={PHOTOS} {...register('files')} required />
      </Field>
    </PrizeForm>
  );
}

function useRefresh(onDone: () => void) {
  const client = useQueryClient();
  return {
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: queries.draws.key() });
      onDone();
    },
  };
}

interface FormShellProps {
  onSubmit: () => Promise<void>;
  pending: boolean;
  error: Error | null;
  action: string;
  children: ReactNode;
}

function PrizeForm({ onSubmit, pending, error, action, children }: FormShellProps) {
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
      }}
    >
      {children}
      {error && <FormError>{drawErrorMessage(error)}</FormError>}
      <Button type="submit" size="sm" variant="secondary" loading={pending} className="justify-self-start">
        {action}
      </Button>
    </form>
  );
}
