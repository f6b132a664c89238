import type { RifaOptions } from '@mare/contract/rifas/rifa-options.ts';
import { Field, Input, Select, Switch } from '../../../ui/form/field.tsx';

interface EndOfSalesFieldsProps {
  isPublished: boolean;
  options: RifaOptions;
  onChange: (options: RifaOptions) => void;
}

/** Fixed once the rifa is published. */
export function EndOfSalesFields({ isPublished, options, onChange }: EndOfSalesFieldsProps) {
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 font-bold">Fim das vendas</legend>
      {isPublished && <p className="text-sm text-ink-soft">Declarado aos compradores: não muda mais.</p>}
      <Switch
        label="Esgotou, adianta o sorteio"
        hint="Para a próxima extração da Loteria Federal que deixe um dia de aviso."
        disabled={isPublished}
        checked={options.drawsEarly}
        onChange={(event) => onChange({ ...options, drawsEarly: event.target.checked })}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="Se vender pouco até a data">
          <Select
            disabled={isPublished}
            value={options.unsoldPolicy}
            onChange={(event) =>
              onChange({ ...options, unsoldPolicy: event.target.value as RifaOptions['unsoldPolicy'] })
            }
          >
            <option value="draw">Sortear assim mesmo</option>
            <option value="postpone">Adiar 14 dias, até 2 vezes</option>
            <option value="refund">Cancelar e devolver o dinheiro</option>
          </Select>
        </Field>
        <Field label="Vender pouco é menos de (%)">
          <Input
            inputMode="numeric"
            maxLength={3}
            readOnly={isPublished || options.unsoldPolicy === 'draw'}
            value={String(options.unsoldMinPercent)}
            onChange={(event) =>
              onChange({
                ...options,
                unsoldMinPercent: Math.min(100, Number(event.target.value.replaceAll(/\D/g, ''))),
              })
            }
          />
        </Field>
      </div>
      <Switch
        label="Avisar em 50%, 80% e 100%"
        hint="Quem já comprou recebe uma notificação, e a equipe também."
        checked={options.announcesMilestones}
        onChange={(event) => onChange({ ...options, announcesMilestones: event.target.checked })}
      />
    </fieldset>
  );
}
