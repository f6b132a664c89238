import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { toast } from 'sonner';
import type {
  EditedAutomation,
  ManagedAutomation,
  MailContent,
} from '@mare/contract/campaigns/campaigns-admin.ts';
import { MAX_DELAY_MINUTES } from '@mare/domain/campaigns/automations.ts';
import { queries } from '../../api.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Input, Select, Switch } from '../../ui/form/field.tsx';
import { FormError } from '../../ui/states.tsx';
import { automationLabels } from './campaign-labels.ts';
import { MailFields } from './mail-fields.tsx';
import { MailPreview } from './mail-preview.tsx';

const UNITS = [
  { minutes: 1, label: 'minutos' },
  { minutes: 60, label: 'horas' },
  { minutes: 1440, label: 'dias' },
];

type Fields = MailContent & { active: boolean; amount: number; unit: string };

function fieldsOf({ key: _key, version: _version, delayMinutes, ...rest }: ManagedAutomation): Fields {
  const unit = UNITS.findLast(({ minutes }) => delayMinutes > 0 && delayMinutes % minutes === 0) ?? UNITS[0]!;
  return { ...rest, amount: delayMinutes / unit.minutes, unit: String(unit.minutes) };
}

function editedOf({ amount, unit, ...rest }: Fields): EditedAutomation {
  return { ...rest, delayMinutes: amount * Number(unit) };
}

/** Whether, when and with what words an automated mail goes out. */
export function AutomationForm({ automation }: { automation: ManagedAutomation }) {
  const { key, version } = automation;
  const client = useQueryClient();
  const form = useForm<Fields>({ defaultValues: fieldsOf(automation), mode: 'onTouched' });
  const [shown, setShown] = useState<MailContent | null>(null);
  const save = useMutation(
    queries.admin.campaigns.saveAutomation.mutationOptions({
      onSuccess: () => {
        toast.success('E-mail automático salvo.');
        return client.invalidateQueries({ queryKey: queries.admin.campaigns.automations.key() });
      },
    }),
  );
  const { register, formState } = form;
  return (
    <FormProvider {...form}>
      <form
        noValidate
        className="grid grid-cols-[minmax(0,1fr)] gap-5 border-t border-line pt-5"
        onSubmit={(event) =>
          void form.handleSubmit((fields) => save.mutate({ key, version, automation: editedOf(fields) }))(
            event,
          )
        }
      >
        <Switch label="Ligado" hint="Desligado, nada sai, nem o que já espera." {...register('active')} />
        <div className="grid grid-cols-2 items-start gap-4 sm:max-w-md">
          <Field label={automationLabels[key].delay} error={formState.errors.amount?.message}>
            <Input
              type="number"
              min={0}
              {...register('amount', {
                valueAsNumber: true,
                validate: (amount, { unit }) =>
                  (Number.isInteger(amount) && amount >= 0 && amount * Number(unit) <= MAX_DELAY_MINUTES) ||
                  'De 0 a 90 dias.',
              })}
            />
          </Field>
          <Field label="Unidade">
            <Select {...register('unit')}>
              {UNITS.map(({ minutes, label }) => (
                <option key={minutes} value={minutes}>
                  {label}
                </option>
              ))}
            </Select>
          </Field>
        </div>
        <MailFields facts={key === 'draw_tomorrow' ? '{nome}, {loja} e {rifa}' : '{nome} e {loja}'} />
        <FormError>{save.isError ? errorMessage(save.error) : null}</FormError>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="secondary" loading={save.isPending} loadingText="Salvando...">
            Salvar
          </Button>
          <Button
            variant="outline"
            icon="eye"
            onClick={() => void form.handleSubmit((fields) => setShown(fields))()}
          >
            Prévia e teste
          </Button>
        </div>
      </form>
      {shown && <MailPreview words={shown} onClose={() => setShown(null)} />}
    </FormProvider>
  );
}
