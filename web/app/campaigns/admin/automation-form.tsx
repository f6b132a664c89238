import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type FieldErrors, FormProvider, useFieldArray } from 'react-hook-form';
import { toast } from 'sonner';
import type { ManagedAutomation, MailMetrics } from '@mare/contract/campaigns/automations-admin.ts';
import type { MailContent } from '@mare/contract/campaigns/mail-content.ts';
import { MAX_STEPS } from '@mare/domain/campaigns/automations.ts';
import { queries } from '../../api.ts';
import { resolveConflict, saveErrorMessage } from '../../messages/edit-conflict.ts';
import { Button } from '../../ui/button.tsx';
import { Switch } from '../../ui/form/checkbox.tsx';
import { isEqual } from '../../ui/form/stored/follow-stored.ts';
import { useStoredForm } from '../../ui/form/stored/use-stored-form.ts';
import { FormError } from '../../ui/states.tsx';
import { type AutomationFields, editedOf, fieldsOf, NEW_STEP } from './automation-fields.ts';
import { AutomationStep } from './automation-step.tsx';
import { MailPreview } from './mail-preview.tsx';

interface AutomationFormProps {
  automation: ManagedAutomation;
  stats: MailMetrics['automations'][number] | undefined;
  /** Called after a save, unless the form changed while it was sent. */
  onSaved: () => void;
}

/** Edits an automation: whether it is on, and the time and text of each mail. */
export function AutomationForm({ automation, stats, onSaved }: AutomationFormProps) {
  const { key } = automation;
  const client = useQueryClient();
  const { form, startSave, markSaved, catchUp } = useStoredForm(automation, fieldsOf, { mode: 'onTouched' });
  const steps = useFieldArray({ control: form.control, name: 'steps', keyName: 'fieldKey' });
  const [closed, setClosed] = useState<ReadonlySet<string>>(
    () => new Set(steps.fields.length > 1 ? steps.fields.map(({ fieldKey }) => fieldKey) : []),
  );
  const addButton = useRef<HTMLButtonElement>(null);
  const [shown, setShown] = useState<MailContent | null>(null);
  const reload = () => client.invalidateQueries({ queryKey: queries.admin.campaigns.automations.key() });
  const save = useMutation(
    queries.admin.campaigns.saveAutomation.mutationOptions({
      onSuccess: () => {
        toast.success('E-mail automático salvo.');
        return reload();
      },
    }),
  );
  // Expands invalid steps before react-hook-form focuses the first invalid field.
  const openInvalid = ({ steps: invalid }: FieldErrors<AutomationFields>) =>
    flushSync(() =>
      setClosed(
        (keys) =>
          new Set([...keys].filter((one) => !invalid?.[steps.fields.findIndex((s) => s.fieldKey === one)])),
      ),
    );
  const toggle = (fieldKey: string) =>
    setClosed((keys) =>
      keys.has(fieldKey)
        ? new Set([...keys].filter((one) => one !== fieldKey))
        : new Set([...keys, fieldKey]),
    );
  const remove = (index: number) => {
    const step = form.getValues(`steps.${index}`);
    flushSync(() => steps.remove(index));
    addButton.current?.focus();
    toast.success(`${index + 1}º e-mail tirado.`, {
      action: { label: 'Desfazer', onClick: () => steps.insert(index, step, { shouldFocus: false }) },
    });
  };
  const preview = async (index: number) => {
    if (await form.trigger(`steps.${index}`, { shouldFocus: true }))
      setShown(form.getValues(`steps.${index}`));
  };
  return (
    <FormProvider {...form}>
      <form
        noValidate
        className="grid grid-cols-[minmax(0,1fr)] gap-5 border-t border-line pt-5"
        onSubmit={(event) =>
          void form.handleSubmit(
            (fields) =>
              save.mutate(
                { key, version: startSave().version, automation: editedOf(fields) },
                {
                  onSuccess: () => (isEqual(form.getValues(), fields) ? onSaved() : markSaved(fields)),
                  onError: (error) => void resolveConflict(error, reload, catchUp),
                },
              ),
            openInvalid,
          )(event)
        }
      >
        <Switch
          label="Ligado"
          hint="Desligado, nada sai, nem o que já espera."
          {...form.register('active')}
        />
        <ol className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {steps.fields.map(({ fieldKey, id }, index) => (
            <AutomationStep
              key={fieldKey}
              automationKey={key}
              index={index}
              count={steps.fields.length}
              isOpen={!closed.has(fieldKey)}
              stats={stats?.steps.find((one) => one.id === id)?.stats}
              onToggle={() => toggle(fieldKey)}
              onMove={(to) => steps.move(index, to)}
              onRemove={() => remove(index)}
              onPreview={() => void preview(index)}
            />
          ))}
        </ol>
        {steps.fields.length < MAX_STEPS && (
          <Button
            variant="outline"
            size="sm"
            icon="plus"
            className="justify-self-start"
            ref={addButton}
            onClick={() => steps.append(NEW_STEP)}
          >
            Adicionar e-mail
          </Button>
        )}
        <p className="text-sm text-ink-soft">
          {key === 'draw_tomorrow'
            ? 'Cada e-mail conta o seu tempo até o sorteio. '
            : 'A sequência para quando a pessoa compra ou recusa ofertas. '}
          Mudar um texto ou a ordem não reenvia nada. Um e-mail tirado não sai mais, nem para quem já o
          esperava.
        </p>
        <FormError>{save.isError ? saveErrorMessage(save.error) : null}</FormError>
        <div>
          <Button type="submit" variant="secondary" loading={save.isPending} loadingText="Salvando...">
            Salvar
          </Button>
        </div>
      </form>
      {shown && <MailPreview words={shown} onClose={() => setShown(null)} />}
    </FormProvider>
  );
}
