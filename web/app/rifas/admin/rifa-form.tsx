import type { ReactNode } from 'react';
import { FormProvider, useForm, useFormContext } from 'react-hook-form';
import { STATES } from '@mare/domain/accounts/places.ts';
import { DRAWABLE_TOTALS } from '@mare/domain/draws/draw-rules.ts';
import { useReportUnsaved } from '../../admin/unsaved-changes.tsx';
import { isWhole } from '../../admin/typed-values.ts';
import { formatInteger } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, Input, Select, Textarea } from '../../ui/form/field.tsx';
import { RichText } from '../rich-text.tsx';
import { parseCentavos } from '../../ui/form/typed-reais.ts';
import { EarningsCard } from './earnings/earnings-card.tsx';
import { DrawDateField } from './fields/draw-date-field.tsx';
import { LegalFields } from './fields/legal-fields.tsx';
import { Part, type PartId } from './page-parts.tsx';
import { PictureField } from './fields/picture-field.tsx';
import { PrizeFields } from './fields/prize-fields.tsx';
import type { RifaFields } from './fields/rifa-fields.ts';

const FIXED = 'Publicado: quem comprou conta com isto, e não muda mais.';
const ANNOUNCED = 'Publicado: só muda por uma correção anunciada, com motivo e aviso a quem comprou.';

interface RifaFormProps {
  /** Null for a rifa that is not stored yet. */
  rifaId: string | null;
  fields: RifaFields;
  /** Price, total, prizes but their descriptions, and legal pack are read-only. */
  isPublished: boolean;
  saving: boolean;
  /** Error of the last save. */
  failure: ReactNode;
  onSave: (fields: RifaFields) => void;
}

export function RifaForm({ rifaId, fields, isPublished, saving, failure, onSave }: RifaFormProps) {
  const form = useForm<RifaFields>({ defaultValues: fields, mode: 'onTouched' });
  useReportUnsaved('O que é, venda, datas, prêmios ou regulamento', form.formState.isDirty);
  return (
    <FormProvider {...form}>
      <form
        noValidate
        className="grid grid-cols-[minmax(0,1fr)] gap-6"
        onSubmit={(event) => void form.handleSubmit(onSave)(event)}
      >
        <Section id="apresentacao" title="O que é" note={isPublished && ANNOUNCED}>
          <Presentation />
        </Section>
        <Section
          id="venda"
          title="Venda"
          note={
            isPublished &&
            'Publicado: preço e total não mudam mais; o mínimo e o máximo, até o fim das vendas.'
          }
        >
          <Sale isPublished={isPublished} />
        </Section>
        <Section id="datas" title="Datas e cidades" note={isPublished && ANNOUNCED}>
          <DatesAndCities isPublished={isPublished} />
        </Section>
        <Section
          id="premios"
          title="Prêmios"
          note={
            isPublished &&
            'Publicado: o prêmio não muda mais. A descrição só muda por uma correção anunciada.'
          }
        >
          <PrizeFields isPublished={isPublished} />
          {!isPublished && <EarningsCard rifaId={rifaId} />}
        </Section>
        <Section id="regulamento" title="Autorização e regulamento" note={isPublished && FIXED}>
          <fieldset disabled={isPublished} className="min-w-0">
            <LegalFields />
          </fieldset>
        </Section>
        {failure}
        <div className="sticky bottom-(--foot) z-10 flex flex-wrap items-center justify-end gap-3 rounded-full border border-line bg-surface p-2 shadow-lift">
          {form.formState.isDirty && (
            <span className="px-3 text-sm text-ink-soft">Há mudanças não salvas</span>
          )}
          <Button type="submit" variant="secondary" loading={saving} loadingText="Salvando...">
            Salvar
          </Button>
        </div>
      </form>
    </FormProvider>
  );
}

function Section({
  id,
  title,
  note,
  children,
}: {
  id: PartId;
  title: string;
  /** What a publication has fixed. */
  note?: string | false;
  children: ReactNode;
}) {
  return (
    <Part id={id}>
      <Card padded className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <div>
          <h2 className="text-xl">{title}</h2>
          {note && <p className="text-sm text-ink-soft">{note}</p>}
        </div>
        {children}
      </Card>
    </Part>
  );
}

function Presentation() {
  const { register, watch, setValue, formState } = useFormContext<RifaFields>();
  const [image, description] = watch(['image', 'description']);
  return (
    <>
      <Field label="Título" error={formState.errors.title?.message}>
        <Input
          maxLength={120}
          {...register('title', { validate: (title) => title.trim() !== '' || 'Dê um título à rifa.' })}
        />
      </Field>
      <PictureField image={image} onChange={(next) => setValue('image', next, { shouldDirty: true })} />
      <Field
        label="Descrição"
        hint="Use **negrito**, *itálico*, ## para subtítulo, - para lista e [texto](https://endereço) para link."
      >
        <Textarea rows={7} maxLength={10_000} {...register('description')} />
      </Field>
      {description.trim() !== '' && (
        <details className="rounded-md border border-line p-4">
          <summary className="font-semibold">Ver como fica</summary>
          <RichText text={description} className="mt-3 text-ink-soft" />
        </details>
      )}
    </>
  );
}

function Sale({ isPublished }: { isPublished: boolean }) {
  const { register, formState, getValues } = useFormContext<RifaFields>();
  const { errors } = formState;
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <Field label="Preço da cota em reais" error={errors.price?.message}>
        <Input
          inputMode="decimal"
          readOnly={isPublished}
          {...register('price', {
            validate: (price) => (parseCentavos(price) ?? 0) > 0 || 'Informe o preço, como 2,50.',
          })}
        />
      </Field>
      <Field label="Total de números" hint="O sorteio pela Loteria Federal é justo com estes totais.">
        <Select disabled={isPublished} {...register('totalNumbers', { disabled: isPublished })}>
          {DRAWABLE_TOTALS.map((total) => (
            <option key={total} value={total}>
              {formatInteger(total)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Mínimo por pedido" error={errors.minPerOrder?.message}>
        <Input
          inputMode="numeric"
          {...register('minPerOrder', {
            validate: (least) => isWhole(least, 1, 10_000) || 'De 1 a 10.000.',
          })}
        />
      </Field>
      <Field label="Máximo por pedido" error={errors.maxPerOrder?.message}>
        <Input
          inputMode="numeric"
          {...register('maxPerOrder', {
            validate: (most) =>
              isWhole(most, Number(getValues('minPerOrder')) || 1, 10_000) ||
              'Não pode ser menor que o mínimo, nem passar de 10.000.',
          })}
        />
      </Field>
    </div>
  );
}

function DatesAndCities({ isPublished }: { isPublished: boolean }) {
  const { register } = useFormContext<RifaFields>();
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <DrawDateField />
      {!isPublished && (
        <Field label="Abertura das vendas" optional hint="Para agendar: a rifa abre sozinha nesta hora.">
          <Input type="datetime-local" {...register('salesStart')} />
        </Field>
      )}
      <Field label="Cidades que podem participar" hint="Uma por linha." className="sm:col-span-2">
        <Textarea rows={6} {...register('eligibleCities')} />
      </Field>
      <Field label="Estado dessas cidades" hint="Separa cidades de mesmo nome: Pilar (AL) de Pilar (PB).">
        <Select {...register('eligibleState')}>
          {STATES.map((state) => (
            <option key={state}>{state}</option>
          ))}
        </Select>
      </Field>
    </div>
  );
}
