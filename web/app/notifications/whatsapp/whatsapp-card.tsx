import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { WhatsAppStanding } from '@mare/contract/notifications/whatsapp.ts';
import { queries } from '../../api.ts';
import { sentenceFor } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CODE_LENGTH, CodeInput } from '../../ui/form/code-input.tsx';
import { Checkbox, Field, Input } from '../../ui/form/field.tsx';
import { FormError } from '../../ui/states.tsx';

/** Of the wording beside the checkbox: a changed one gets the next number. */
const TEXT_VERSION = 1;

/** Messages by WhatsApp, for who asks for them. Nothing where the shop sends none. */
export function WhatsAppCard() {
  const cache = useQueryClient();
  const { data } = useQuery({ ...queries.notifications.whatsApp.queryOptions(), staleTime: 0 });
  const keep = (standing: WhatsAppStanding) =>
    cache.setQueryData(queries.notifications.whatsApp.queryKey(), standing);
  if (!data || data.state === 'unavailable') return null;
  return (
    <section aria-labelledby="whatsapp" className="grid gap-4">
      <h2 id="whatsapp" className="text-2xl">
        Avisos por WhatsApp
      </h2>
      <Card padded className="grid gap-5">
        <p className="text-ink-soft">
          Três avisos e nada mais: pagamento confirmado com os seus números, sorteio chegando e prêmio ganho.
        </p>
        {data.state === 'off' && <AskForPhone onAsked={keep} />}
        {data.state === 'confirming' && <ConfirmPhone phoneEnd={data.phoneEnd} onDone={keep} />}
        {data.state === 'on' && <Standing phoneEnd={data.phoneEnd} onStopped={keep} />}
      </Card>
    </section>
  );
}

interface Told {
  (standing: WhatsAppStanding): void;
}

function AskForPhone({ onAsked }: { onAsked: Told }) {
  const [phone, setPhone] = useState('');
  const [agreed, setAgreed] = useState(false);
  const start = useMutation(queries.notifications.startWhatsApp.mutationOptions({ onSuccess: onAsked }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (agreed) start.mutate({ phone, textVersion: TEXT_VERSION });
  };
  return (
    <form noValidate className="grid gap-5" onSubmit={submit}>
      <Field label="Celular com WhatsApp" error={start.error && sentenceFor(start.error)}>
        <Input
          type="tel"
          value={phone}
          maxLength={30}
          autoComplete="tel"
          placeholder="(82) 99999-9999"
          className="max-w-xs"
          onChange={(event) => setPhone(event.target.value)}
        />
      </Field>
      <Checkbox
        label="Quero receber estes avisos por WhatsApp neste número."
        hint="Você desliga quando quiser, e então esquecemos o número."
        checked={agreed}
        onChange={(event) => setAgreed(event.target.checked)}
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

function ConfirmPhone({ phoneEnd, onDone }: { phoneEnd: string | null; onDone: Told }) {
  const [code, setCode] = useState('');
  const confirm = useMutation(queries.notifications.confirmWhatsApp.mutationOptions({ onSuccess: onDone }));
  const stop = useMutation(queries.notifications.stopWhatsApp.mutationOptions({ onSuccess: onDone }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirm.mutate({ code });
  };
  return (
    <form noValidate className="grid gap-5" onSubmit={submit}>
      <p aria-live="polite">
        Enviamos um código para o WhatsApp do número que termina em <strong>{phoneEnd}</strong>. Ele vale por
        10 minutos.
      </p>
      <Field label="Código de 6 números" error={confirm.error && sentenceFor(confirm.error)}>
        <CodeInput code={code} onChange={setCode} className="max-w-xs" />
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
        <Button variant="quiet" loading={stop.isPending} onClick={() => stop.mutate(undefined)}>
          Usar outro número
        </Button>
      </div>
    </form>
  );
}

function Standing({ phoneEnd, onStopped }: { phoneEnd: string | null; onStopped: Told }) {
  const stop = useMutation(queries.notifications.stopWhatsApp.mutationOptions({ onSuccess: onStopped }));
  return (
    <div aria-live="polite" className="flex flex-wrap items-center justify-between gap-3">
      <p>
        Ligados no número que termina em <strong>{phoneEnd}</strong>.
      </p>
      <Button variant="outline" size="sm" loading={stop.isPending} onClick={() => stop.mutate(undefined)}>
        Desligar
      </Button>
      {stop.error && <FormError className="w-full">{sentenceFor(stop.error)}</FormError>}
    </div>
  );
}
