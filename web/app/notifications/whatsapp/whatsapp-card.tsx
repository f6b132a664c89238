import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { toast } from 'sonner';
import type { WhatsAppSubscription } from '@mare/contract/notifications/whatsapp.ts';
import { SENT_CODE_MINUTES } from '@mare/domain/accounts/security/sent-code-minutes.ts';
import { queries } from '../../api.ts';
import { isApiError } from '../../fetching/failures/is-api-error.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CODE_LENGTH, CodeInput } from '../../ui/form/code-input.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { Field, Input } from '../../ui/form/field.tsx';
import { FormError } from '../../ui/states.tsx';
import { useFocusNext } from '../../ui/focus/use-focus-next.ts';

/** Version of the checkbox's consent text. Increment it with every change of the text. */
const TEXT_VERSION = 1;

/** Opt-in to WhatsApp messages. Renders nothing if the shop does not send them. */
export function WhatsAppCard() {
  const cache = useQueryClient();
  const { data } = useQuery({ ...queries.notifications.whatsApp.queryOptions(), staleTime: 0 });
  const update = (state: WhatsAppSubscription) =>
    cache.setQueryData(queries.notifications.whatsApp.queryKey(), state);
  if (!data || data.state === 'unavailable') return null;
  return <Opened data={data} update={update} />;
}

interface OpenedProps {
  data: WhatsAppSubscription;
  update: OnState;
}

function Opened({ data, update }: OpenedProps) {
  // Moves focus: each step replaces the one before and its button.
  const shell = useFocusNext<HTMLDivElement>(data.state);
  return (
    <section aria-labelledby="whatsapp" className="grid gap-4">
      <h2 id="whatsapp" className="text-2xl">
        Avisos por WhatsApp
      </h2>
      <Card ref={shell} padded className="grid gap-5">
        <p className="text-ink-soft">
          Só o que importa: pagamento confirmado com os seus números, sorteio chegando, prêmio ganho e as
          vendas das rifas em que você pediu ‘Avise-me’.
        </p>
        {data.state === 'off' && <PhoneForm onStarted={update} />}
        {data.state === 'confirming' && <ConfirmPhone phoneEnd={data.phoneEnd} onDone={update} />}
        {data.state === 'on' && <ActivePhone phoneEnd={data.phoneEnd} onStopped={update} />}
      </Card>
    </section>
  );
}

type OnState = (state: WhatsAppSubscription) => void;

function PhoneForm({ onStarted }: { onStarted: OnState }) {
  const { register, handleSubmit, control, setFocus } = useForm({
    defaultValues: { phone: '', agreed: false },
  });
  const [phone, agreed] = useWatch({ control, name: ['phone', 'agreed'] });
  const start = useMutation(
    queries.notifications.startWhatsApp.mutationOptions({
      onSuccess: onStarted,
      onError: (error) => {
        if (isApiError(error, 'INVALID_MOBILE_PHONE')) setFocus('phone');
      },
    }),
  );
  const submit = handleSubmit((fields) => {
    if (fields.agreed) start.mutate({ phone: fields.phone, textVersion: TEXT_VERSION });
  });
  return (
    <form noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
      <Field label="Celular com WhatsApp" error={start.error && errorMessage(start.error)}>
        <Input
          type="tel"
          maxLength={30}
          autoComplete="tel"
          placeholder="(82) 99999-9999"
          className="max-w-xs"
          {...register('phone')}
        />
      </Field>
      <Checkbox
        label="Quero receber estes avisos por WhatsApp neste número."
        hint="Você desliga quando quiser, e então esquecemos o número."
        {...register('agreed')}
      />
      <Button
        type="submit"
        variant="secondary"
        icon="whatsapp"
        className="justify-self-start"
        disabled={!agreed || phone.trim() === ''}
        loading={start.isPending}
        loadingText="Enviando..."
      >
        Receber código
      </Button>
    </form>
  );
}

function ConfirmPhone({ phoneEnd, onDone }: { phoneEnd: string | null; onDone: OnState }) {
  const { register, handleSubmit, control, reset } = useForm({ defaultValues: { code: '' } });
  const code = useWatch({ control, name: 'code' });
  const confirm = useMutation(queries.notifications.confirmWhatsApp.mutationOptions({ onSuccess: onDone }));
  const stop = useMutation(queries.notifications.stopWhatsApp.mutationOptions({ onSuccess: onDone }));
  const resend = useMutation(
    queries.notifications.resendWhatsAppCode.mutationOptions({
      onSuccess: (state) => {
        confirm.reset();
        reset();
        onDone(state);
        // The number may have been confirmed or removed in another tab.
        if (state.state === 'confirming') toast.success('Enviamos outro código.');
      },
    }),
  );
  const failure = resend.error ?? stop.error;
  const submit = handleSubmit((fields) => confirm.mutate(fields));
  return (
    <form noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
      <p aria-live="polite">
        Enviamos um código para o WhatsApp do número que termina em <strong>{phoneEnd}</strong>. Ele vale por
        {SENT_CODE_MINUTES} minutos.
      </p>
      <Field label="Código de 6 números" error={confirm.error && errorMessage(confirm.error)}>
        <CodeInput field={register('code')} className="max-w-xs" />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          variant="secondary"
          disabled={code.length !== CODE_LENGTH}
          loading={confirm.isPending}
          loadingText="Conferindo..."
        >
          Ligar avisos
        </Button>
        <Button
          variant="outline"
          loading={resend.isPending}
          loadingText="Enviando..."
          onClick={() => {
            stop.reset();
            resend.mutate(undefined);
          }}
        >
          Pedir outro código
        </Button>
        <Button
          variant="quiet"
          loading={stop.isPending}
          onClick={() => {
            resend.reset();
            stop.mutate(undefined);
          }}
        >
          Usar outro número
        </Button>
      </div>
      <FormError>{failure && errorMessage(failure)}</FormError>
    </form>
  );
}

function ActivePhone({ phoneEnd, onStopped }: { phoneEnd: string | null; onStopped: OnState }) {
  const stop = useMutation(queries.notifications.stopWhatsApp.mutationOptions({ onSuccess: onStopped }));
  return (
    <div aria-live="polite" className="flex flex-wrap items-center justify-between gap-3">
      <p>
        Ligados no número que termina em <strong>{phoneEnd}</strong>.
      </p>
      <Button variant="outline" size="sm" loading={stop.isPending} onClick={() => stop.mutate(undefined)}>
        Desligar
      </Button>
      {stop.error && <FormError className="w-full">{errorMessage(stop.error)}</FormError>}
    </div>
  );
}
