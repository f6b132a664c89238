import { type ReactNode, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import type { EditedCampaign } from '@mare/contract/campaigns/campaigns-admin.ts';
import { PER_MINUTE } from '@mare/domain/campaigns/campaign-state.ts';
import { SEGMENT_NAMES, SEGMENTS } from '@mare/domain/personalization/segments.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox, Field, Input, Options, Select } from '../../ui/form/field.tsx';
import { kindLabels } from './campaign-labels.ts';
import { AudienceFields } from './audience-fields.tsx';
import { MailFields } from './mail-fields.tsx';
import { MailPreview } from './mail-preview.tsx';

interface CampaignFormProps {
  campaign: EditedCampaign;
  /** The content can no longer be edited. */
  isFrozen: boolean;
  saving: boolean;
  /** Error of the last save. */
  failure: ReactNode;
  onSave: (campaign: EditedCampaign) => void;
}

/** Content, audience and sending rate of a campaign. */
export function CampaignForm({ campaign, isFrozen, saving, failure, onSave }: CampaignFormProps) {
  const form = useForm<EditedCampaign>({ defaultValues: campaign, mode: 'onTouched' });
  const [shown, setShown] = useState<EditedCampaign | null>(null);
  const { register, formState } = form;
  return (
    <FormProvider {...form}>
      <form
        noValidate
        className="grid grid-cols-[minmax(0,1fr)] gap-6"
        onSubmit={(event) => void form.handleSubmit(onSave)(event)}
      >
        <Card padded>
          <fieldset disabled={isFrozen} className="grid min-w-0 gap-5">
            <Field
              label="Nome da campanha"
              hint="Só aparece no painel."
              error={formState.errors.name?.message}
            >
              <Input
                maxLength={100}
                {...register('name', { validate: (name) => name.trim() !== '' || 'Dê um nome à campanha.' })}
              />
            </Field>
            <MailFields facts="{nome} e {loja}" />
          </fieldset>
        </Card>
        <Card padded>
          <fieldset disabled={isFrozen} className="grid min-w-0 gap-5">
            <fieldset className="grid gap-1">
              <legend className="text-sm font-bold">Para quem</legend>
              <p className="text-sm text-ink-soft">Sem nenhum marcado, vale para todas as pessoas.</p>
              <div className="flex flex-wrap gap-x-6">
                {SEGMENTS.map((segment) => (
                  <Checkbox
                    key={segment}
                    label={SEGMENT_NAMES[segment].label}
                    value={segment}
                    {...register('segments')}
                  />
                ))}
              </div>
            </fieldset>
            <div className="grid items-start gap-5 sm:grid-cols-2">
              <AudienceFields />
              <Field label="Tipo" hint="Cada pessoa escolhe quais tipos quer receber.">
                <Select {...register('kind')}>
                  <Options labels={kindLabels} />
                </Select>
              </Field>
              <Field
                label="E-mails por minuto"
                hint={`De ${PER_MINUTE.min} a ${PER_MINUTE.max}.`}
                error={formState.errors.perMinute?.message}
              >
                <Input
                  type="number"
                  inputMode="numeric"
                  min={PER_MINUTE.min}
                  max={PER_MINUTE.max}
                  {...register('perMinute', {
                    valueAsNumber: true,
                    validate: (rate) =>
                      (Number.isInteger(rate) && rate >= PER_MINUTE.min && rate <= PER_MINUTE.max) ||
                      `De ${PER_MINUTE.min} a ${PER_MINUTE.max}.`,
                  })}
                />
              </Field>
            </div>
          </fieldset>
        </Card>
        {failure}
        <div className="flex flex-wrap justify-end gap-3">
          <Button
            variant="outline"
            icon="eye"
            onClick={() => void form.handleSubmit((words) => setShown(words))()}
          >
            Prévia e teste
          </Button>
          {!isFrozen && (
            <Button type="submit" variant="secondary" loading={saving} loadingText="Salvando...">
              Salvar
            </Button>
          )}
        </div>
      </form>
      {shown && <MailPreview words={shown} audience={shown} onClose={() => setShown(null)} />}
    </FormProvider>
  );
}
