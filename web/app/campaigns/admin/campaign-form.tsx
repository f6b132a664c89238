import { type ReactNode, useState } from 'react';
import { FormProvider, type UseFormReturn } from 'react-hook-form';
import type { EditedCampaign } from '@mare/contract/campaigns/campaigns-admin.ts';
import { PER_MINUTE } from '@mare/domain/campaigns/campaign-state.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, Input, Options, Select } from '../../ui/form/field.tsx';
import { kindLabels } from './campaign-labels.ts';
import { AudienceCount } from './audience-count.tsx';
import { AudienceFields } from './audience-fields.tsx';
import { campaignOf, type CampaignFields } from './campaign-fields.ts';
import { MailFields } from './mail-fields.tsx';
import { MailPreview } from './mail-preview.tsx';

interface CampaignFormProps {
  form: UseFormReturn<CampaignFields>;
  /** The content can no longer be edited. */
  isFrozen: boolean;
  saving: boolean;
  /** Error of the last save. */
  failure: ReactNode;
  onSave: (fields: CampaignFields) => void;
}

/** Content, audience and sending rate of a campaign. */
export function CampaignForm({ form, isFrozen, saving, failure, onSave }: CampaignFormProps) {
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
            <AudienceFields />
            <div className="grid items-start gap-5 border-t border-line pt-5 sm:grid-cols-2">
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
          <AudienceCount />
        </Card>
        {failure}
        <div className="flex flex-wrap justify-end gap-3">
          <Button
            variant="outline"
            icon="eye"
            onClick={() => void form.handleSubmit((fields) => setShown(campaignOf(fields)))()}
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
