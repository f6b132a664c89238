import { useState } from 'react';
import type { RifaOptions } from '@mare/contract/rifas/rifa-options.ts';
import { dateTimeText, readDateTime } from '../../../admin/typed-values.ts';
import { Field, Input, Switch } from '../../../ui/form/field.tsx';

interface LeaderFieldsProps {
  options: RifaOptions;
  /** The prize is already announced to buyers, so it is read-only. */
  isLocked: boolean;
  onChange: (options: RifaOptions) => void;
}

/** Leaderboard settings of the rifa's page. */
export function LeaderFields({ options, isLocked, onChange }: LeaderFieldsProps) {
  const { extremes } = options;
  const [typed, setTyped] = useState({
    prize: extremes?.prize ?? '',
    from: dateTimeText(extremes?.from ?? null),
    to: dateTimeText(extremes?.to ?? null),
  });
  function change(part: Partial<typeof typed>) {
    const next = { ...typed, ...part };
    setTyped(next);
    const [from, to] = [readDateTime(next.from), readDateTime(next.to)];
    const whole = next.prize.trim() !== '' && from && to && from < to;
    onChange({ ...options, extremes: whole ? { prize: next.prize.trim(), from, to } : null });
  }
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 font-bold">Quem lidera</legend>
      <Switch
        label="Mostrar compradores do dia e da semana"
        hint="Primeiro nome e inicial, na página da rifa."
        checked={options.showsBuyers}
        onChange={(event) => onChange({ ...options, showsBuyers: event.target.checked })}
      />
      <Field
        label="Prêmio da maior e da menor cota"
        optional
        hint="Das pagas entre as duas datas, horário de Maceió. Vale com os três campos, e depois de publicado não muda."
      >
        <Input
          value={typed.prize}
          maxLength={120}
          readOnly={isLocked}
          placeholder="R$ 100 no Pix"
          onChange={(event) => change({ prize: event.target.value })}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="De">
          <Input
            type="datetime-local"
            value={typed.from}
            readOnly={isLocked}
            onChange={(event) => change({ from: event.target.value })}
          />
        </Field>
        <Field label="Até">
          <Input
            type="datetime-local"
            value={typed.to}
            readOnly={isLocked}
            onChange={(event) => change({ to: event.target.value })}
          />
        </Field>
      </div>
    </fieldset>
  );
}
