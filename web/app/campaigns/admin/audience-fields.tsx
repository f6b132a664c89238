import { useQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { MAX_AUDIENCE_TAGS } from '@mare/domain/campaigns/audience.ts';
import { CONSENT_PURPOSES } from '@mare/domain/personalization/consent.ts';
import { SEGMENT_NAMES, SEGMENTS } from '@mare/domain/personalization/segments.ts';
import { queries } from '../../api.ts';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { Field, Input, Select } from '../../ui/form/field.tsx';
import {
  absentMessage,
  type CampaignFields,
  daysMessage,
  maxSpentMessage,
  spentMessage,
} from './campaign-fields.ts';
import { consentLabels } from './campaign-labels.ts';

/** Conditions of a campaign's audience. Each one left empty holds for everyone. */
export function AudienceFields() {
  const { register } = useFormContext<CampaignFields>();
  return (
    <>
      <Choices legend="Para quem" hint="Sem nenhum marcado, vale para todas as pessoas.">
        {SEGMENTS.map((segment) => (
          <Checkbox
            key={segment}
            label={SEGMENT_NAMES[segment].label}
            value={segment}
            {...register('segments')}
          />
        ))}
      </Choices>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <BoughtRifa />
        <Field label="Só quem mora em" optional hint="O nome da cidade, como ‘Maceió’.">
          <Input maxLength={80} autoComplete="off" {...register('city')} />
        </Field>
      </div>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Recency />
        <Spent />
      </div>
      <Tags />
      <Choices
        legend="Só quem aceitou"
        hint="Vale a última escolha de cada pessoa nos avisos de privacidade."
      >
        {CONSENT_PURPOSES.map((purpose) => (
          <Checkbox key={purpose} label={consentLabels[purpose]} value={purpose} {...register('consents')} />
        ))}
      </Choices>
    </>
  );
}

function Choices({ legend, hint, children }: { legend: string; hint: string; children: ReactNode }) {
  return (
    <fieldset className="grid gap-1">
      <legend className="text-sm font-bold">{legend}</legend>
      <p className="text-sm text-ink-soft">{hint}</p>
      <div className="flex flex-wrap gap-x-6">{children}</div>
    </fieldset>
  );
}

function BoughtRifa() {
  const { register, watch } = useFormContext<CampaignFields>();
  const rifas = useQuery(queries.admin.rifas.list.queryOptions({ input: {} }));
  const chosen = watch('boughtRifaId');
  const published = rifas.data?.rows.filter(({ status }) => status !== 'draft') ?? [];
  const isListed = chosen === null || published.some(({ id }) => id === chosen);
  return (
    <Field label="Só quem comprou em" hint="Com pelo menos um pedido pago.">
      <Select
        key={rifas.data ? 'all' : 'none'}
        {...register('boughtRifaId', { setValueAs: (id: string | null) => id || null })}
      >
        <option value="">Qualquer rifa, ou nenhuma</option>
        {!isListed && <option value={chosen}>A rifa já escolhida</option>}
        {published.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </Select>
    </Field>
  );
}

/** Two conditions side by side. */
function Pair({ legend, hint, children }: { legend: string; hint: string; children: ReactNode }) {
  return (
    <fieldset className="grid min-w-0 gap-1.5">
      <legend className="mb-1.5 text-sm font-bold">{legend}</legend>
      <div className="grid grid-cols-2 items-start gap-3">{children}</div>
      <p className="text-sm text-ink-soft">{hint}</p>
    </fieldset>
  );
}

function Recency() {
  const { register, formState } = useFormContext<CampaignFields>();
  const { errors } = formState;
  return (
    <Pair legend="Última compra, em dias" hint="Contada do último pedido pago até o envio.">
      <Field label="Há no máximo" error={errors.boughtWithinDays?.message}>
        <Input
          inputMode="numeric"
          maxLength={4}
          autoComplete="off"
          {...register('boughtWithinDays', { validate: daysMessage, deps: 'absentDays' })}
        />
      </Field>
      <Field label="Há mais de" error={errors.absentDays?.message}>
        <Input
          inputMode="numeric"
          maxLength={4}
          autoComplete="off"
          {...register('absentDays', { validate: (_, fields) => absentMessage(fields) })}
        />
      </Field>
    </Pair>
  );
}

function Spent() {
  const { register, formState } = useFormContext<CampaignFields>();
  const { errors } = formState;
  return (
    <Pair legend="Total já gasto, em reais" hint="A soma dos pedidos pagos, sem o que foi devolvido.">
      <Field label="No mínimo" error={errors.minSpentCentavos?.message}>
        <Input
          inputMode="decimal"
          maxLength={14}
          autoComplete="off"
          {...register('minSpentCentavos', { validate: spentMessage, deps: 'maxSpentCentavos' })}
        />
      </Field>
      <Field label="No máximo" error={errors.maxSpentCentavos?.message}>
        <Input
          inputMode="decimal"
          maxLength={14}
          autoComplete="off"
          {...register('maxSpentCentavos', { validate: (_, fields) => maxSpentMessage(fields) })}
        />
      </Field>
    </Pair>
  );
}

function Tags() {
  const { register, watch, formState } = useFormContext<CampaignFields>();
  const used = useQuery(queries.admin.campaigns.tags.queryOptions());
  // Chosen at mount, so that an unchecked tag that is no longer in use keeps its place.
  const chosen = formState.defaultValues?.tags?.filter((tag) => tag !== undefined) ?? [];
  const known = used.data?.map(({ tag }) => tag) ?? [];
  const tags = [...new Set([...known, ...chosen])];
  const isFull = watch('tags').length >= MAX_AUDIENCE_TAGS;
  if (tags.length === 0) return null;
  return (
    <Choices
      legend="Só quem tem uma das etiquetas"
      hint={
        isFull
          ? `No máximo ${MAX_AUDIENCE_TAGS} etiquetas.`
          : 'Etiquetas se põem em Clientes. Basta uma delas.'
      }
    >
      {tags.map((tag) => (
        <Checkbox key={tag} label={tag} value={tag} {...register('tags')} />
      ))}
    </Choices>
  );
}
