import { useId } from 'react';
import { useFormContext } from 'react-hook-form';
import type { MailStats } from '@mare/contract/campaigns/mail-content.ts';
import { type Automation, MAX_DELAY_MINUTES } from '@mare/domain/campaigns/automations.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Field, Input, Select } from '../../ui/form/field.tsx';
import { OrderButtons } from '../../ui/form/order-buttons.tsx';
import { type AutomationFields, describeWait, UNITS } from './automation-fields.ts';
import { automationLabels, describeMailStats } from './campaign-labels.ts';
import { MailFields } from './mail-fields.tsx';

interface AutomationStepProps {
  automationKey: Automation;
  /** 0-based. */
  index: number;
  count: number;
  isOpen: boolean;
  /** Statistics of 30 days; undefined when nothing was sent. */
  stats: MailStats | undefined;
  onToggle: () => void;
  onMove: (to: number) => void;
  onRemove: () => void;
  onPreview: () => void;
}

/** One mail of an automation. Closed, it keeps its fields, so that they are still validated. */
export function AutomationStep(props: AutomationStepProps) {
  const { automationKey: key, index, count, isOpen, stats, onToggle, onMove, onRemove, onPreview } = props;
  const { watch } = useFormContext<AutomationFields>();
  const id = useId();
  const name = `o ${index + 1}º e-mail`;
  const step = watch(`steps.${index}`);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-lg border border-line p-4">
      <div className="flex items-center gap-1">
        <h3 className="grow text-lg">{index + 1}º e-mail</h3>
        {count > 1 && (
          <>
            <OrderButtons name={name} index={index} count={count} onMove={onMove} />
            <IconButton icon="trash" label={`Tirar ${name}`} onClick={onRemove} />
          </>
        )}
      </div>
      <p className="text-sm wrap-anywhere text-ink-soft">
        {Number.isInteger(step.amount) && describeWait(key, index, step)}
        {!isOpen && ` · ${step.subject || 'sem assunto'}`}
      </p>
      {stats && <p className="tabular text-sm">{describeMailStats(stats)}</p>}
      <Button
        variant="outline"
        size="sm"
        className="justify-self-start"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={`${isOpen ? 'Recolher' : 'Abrir'} ${name}`}
        onClick={onToggle}
      >
        {isOpen ? 'Recolher' : 'Abrir'}
      </Button>
      <div id={id} hidden={!isOpen} className={isOpen ? 'grid grid-cols-[minmax(0,1fr)] gap-5' : undefined}>
        <WaitFields automationKey={key} index={index} />
        <MailFields
          path={`steps.${index}.`}
          facts={key === 'draw_tomorrow' ? '{nome}, {loja} e {rifa}' : '{nome} e {loja}'}
        />
        <Button variant="outline" icon="eye" className="justify-self-start" onClick={onPreview}>
          Prévia e teste
        </Button>
      </div>
    </li>
  );
}

function WaitFields({ automationKey: key, index }: { automationKey: Automation; index: number }) {
  const { register, formState } = useFormContext<AutomationFields>();
  const isAfterMail = index > 0 && key !== 'draw_tomorrow';
  return (
    <div className="grid grid-cols-2 items-end gap-4 sm:max-w-md">
      <Field
        label={isAfterMail ? 'Espera depois do anterior' : automationLabels[key].delay}
        error={formState.errors.steps?.[index]?.amount?.message}
      >
        <Input
          type="number"
          min={0}
          {...register(`steps.${index}.amount`, {
            valueAsNumber: true,
            validate: (amount, { steps }) =>
              (Number.isInteger(amount) &&
                amount >= 0 &&
                amount * Number(steps[index]?.unit) <= MAX_DELAY_MINUTES) ||
              'De 0 a 90 dias.',
          })}
        />
      </Field>
      <Field label="Unidade">
        <Select {...register(`steps.${index}.unit`)}>
          {UNITS.map(({ minutes, label }) => (
            <option key={minutes} value={minutes}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  );
}
