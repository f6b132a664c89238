import type { ReactNode } from 'react';
import { FormProvider, type UseFormReturn } from 'react-hook-form';
import { useReportUnsaved } from '../../admin/unsaved-changes.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DatesFields } from './fields/dates-fields.tsx';
import { LegalFields } from './fields/legal-fields.tsx';
import { Part, type PartId } from './page-parts.tsx';
import { PresentationFields } from './fields/presentation-fields.tsx';
import { PrizeFields } from './fields/prizes/prize-fields.tsx';
import type { RifaFields } from './fields/rifa-fields.ts';
import { SaleFields } from './fields/sale-fields.tsx';

const FIXED = 'Publicado: quem comprou conta com isto, e não muda mais.';
const ANNOUNCED = 'Publicado: só muda por uma correção anunciada, com motivo e aviso a quem comprou.';

interface RifaFormProps {
  form: UseFormReturn<RifaFields>;
  /** Price, total, legal pack and prizes, except their descriptions, are read-only. */
  isPublished: boolean;
  saving: boolean;
  /** Error of the last save. */
  failure: ReactNode;
  onSave: (fields: RifaFields) => void;
}

export function RifaForm({ form, isPublished, saving, failure, onSave }: RifaFormProps) {
  useReportUnsaved('O que é, venda, datas, prêmios ou regulamento', form.formState.isDirty);
  return (
    <FormProvider {...form}>
      <form
        noValidate
        className="grid grid-cols-[minmax(0,1fr)] gap-6"
        onSubmit={(event) => void form.handleSubmit(onSave)(event)}
      >
        <Section id="apresentacao" title="O que é" note={isPublished && ANNOUNCED}>
          <PresentationFields />
        </Section>
        <Section
          id="venda"
          title="Venda"
          note={
            isPublished &&
            'Publicado: preço e total não mudam mais; o mínimo e o máximo, até o fim das vendas.'
          }
        >
          <SaleFields isPublished={isPublished} />
        </Section>
        <Section id="datas" title="Datas e cidades" note={isPublished && ANNOUNCED}>
          <DatesFields isPublished={isPublished} />
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
        </Section>
        <Section id="regulamento" title="Autorização e regulamento" note={isPublished && FIXED}>
          <fieldset disabled={isPublished} className="min-w-0">
            <LegalFields />
          </fieldset>
        </Section>
        {failure}
        <div className="sticky-at-foot z-10 flex flex-wrap items-center justify-end gap-3 rounded-full border border-line bg-surface p-2 shadow-lift">
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
  /** Fields that a publication has frozen. */
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
