import { type SubmitEvent, useState } from 'react';
import { isPossible, MAX_PROPOSED_DATES } from '@mare/domain/partners/booking.ts';
import { dateTimeText, readDateTime } from '../../admin/typed-values.ts';
import { formatDateTime } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/form/field.tsx';
import { serverNow } from '../../ui/server-clock.ts';
import { useFocusOnMount } from '../../ui/focus/use-focus-on-mount.ts';

const LABELS = Array.from({ length: MAX_PROPOSED_DATES }, (_, at) => `Opção ${at + 1}`);

interface ProposeDatesProps {
  /** Expiry of the voucher. */
  expiresAt: string;
  pending: boolean;
  onPropose: (dates: string[]) => void;
  onCancel: () => void;
}

/** Up to three dates with hours; empty ones are ignored. */
export function ProposeDates({ expiresAt, pending, onPropose, onCancel }: ProposeDatesProps) {
  const [typed, setTyped] = useState<string[]>(LABELS.map(() => ''));
  const [error, setError] = useState<string>();
  // Moves focus: the form replaces the pressed button.
  const first = useFocusOnMount<HTMLInputElement>();
  const reject = (reason: string) => {
    setError(reason);
    first.current?.focus();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const dates = typed.map(readDateTime).filter((date) => date !== null);
    const context = { now: serverNow(), expiresAt: new Date(expiresAt) };
    if (dates.length === 0) return reject('Diga ao menos uma data com hora.');
    if (!dates.every((date) => isPossible(date, context)))
      return reject(`As datas vão de agora até ${formatDateTime(expiresAt)}, quando o voucher vence.`);
    setError(undefined);
    onPropose(dates);
  };
  return (
    <form noValidate className="grid w-full gap-3" onSubmit={submit}>
      {typed.map((value, at) => (
        <Field key={LABELS[at]} label={LABELS[at]} optional={at > 0} error={at === 0 ? error : undefined}>
          <Input
            ref={at === 0 ? first : undefined}
            type="datetime-local"
            max={dateTimeText(expiresAt)}
            value={value}
            onChange={(event) => setTyped(typed.with(at, event.target.value))}
          />
        </Field>
      ))}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" loading={pending}>
          Enviar datas
        </Button>
        <Button variant="quiet" size="sm" onClick={onCancel}>
          Voltar
        </Button>
      </div>
    </form>
  );
}
