import { useMutation, useQuery } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { Controller, FormProvider, useForm, useFormContext, useWatch } from 'react-hook-form';
import { toast } from 'sonner';
import type { RifaTerms } from '@mare/contract/rifas/rifa-terms.ts';
import type { PurchaseTier } from '@mare/contract/rifas/rifas.ts';
import { areCombos } from '@mare/domain/rifas/prices/valid-combos.ts';
import { arePriceSteps } from '@mare/domain/rifas/prices/valid-price-steps.ts';
import { TiersForm } from '../../settings/admin/setting-forms.tsx';
import { QueryState } from '../../admin/query-state.tsx';
import { useReportUnsaved } from '../../admin/unsaved-changes.tsx';
import { queries } from '../../api.ts';
import { formatBrl } from '../../format.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox, Field, Options, Select } from '../../ui/form/field.tsx';
import { FormError } from '../../ui/states.tsx';
import { PriceRows } from './fields/price-rows.tsx';
import { areComplete, type TermsFields, termsFieldsOf, termsOf } from './fields/terms-fields.ts';

export const drawFallbackLabels: Record<RifaTerms['drawFallback'], string> = {
  lot: 'O prêmio sai entre os números vendidos',
  next_extraction: 'Vale a extração seguinte',
};

/** Price steps, plans and the rule for unsold numbers. Saving increments the rifa's version, so the page refetches it. */
export function RifaTermsCard({ rifaId, onSaved }: { rifaId: string; onSaved: () => Promise<unknown> }) {
  const found = useQuery({
    ...queries.admin.rifas.terms.queryOptions({ input: { id: rifaId } }),
    staleTime: 0,
  });
  const save = useMutation(
    queries.admin.rifas.saveTerms.mutationOptions({
      onSuccess: async () => {
        // Wait for the new version: a save with the old one would conflict.
        await onSaved();
        toast.success('Preços e regras salvos.');
      },
    }),
  );
  if (!found.data) return <QueryState query={found} />;
  const { isDraft, priceCentavos, terms, shopPlans } = found.data;
  return (
    <Card padded className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div>
        <h2 className="text-xl">Preços por quantidade, planos e sorteio</h2>
        {!isDraft && (
          <p className="text-sm text-ink-soft">
            Só um rascunho muda isto: depois, quem compra conta com estas regras.
          </p>
        )}
      </div>
      <TermsForm
        key={JSON.stringify(found.data.terms)}
        terms={terms}
        priceCentavos={priceCentavos}
        shopPlans={shopPlans}
        frozen={!isDraft}
        saving={save.isPending}
        failure={save.isError && <FormError>{errorMessage(save.error)}</FormError>}
        onSave={(next) => save.mutate({ id: rifaId, version: found.data.version, terms: next })}
      />
    </Card>
  );
}

interface TermsFormProps {
  terms: RifaTerms;
  priceCentavos: number;
  shopPlans: PurchaseTier[];
  frozen: boolean;
  saving: boolean;
  failure: ReactNode;
  onSave: (terms: RifaTerms) => void;
}

function TermsForm({ terms, priceCentavos, shopPlans, frozen, saving, failure, onSave }: TermsFormProps) {
  const form = useForm<TermsFields>({ defaultValues: termsFieldsOf(terms) });
  useReportUnsaved('Preços e planos', form.formState.isDirty);
  const [steps, combos, plans] = useWatch({
    control: form.control,
    name: ['priceSteps', 'combos', 'plans'],
  });
  const typed = termsOf({ ...terms, priceSteps: steps, combos });
  const areStepsComplete = areComplete(steps) && arePriceSteps(priceCentavos, typed.priceSteps);
  const areCombosComplete =
    areComplete(combos) && areCombos({ priceCentavos, priceSteps: typed.priceSteps }, typed.combos);
  const submit = form.handleSubmit((fields) => onSave(termsOf(fields)));
  return (
    <>
      <FormProvider {...form}>
        <form onSubmit={(event) => void submit(event)} className="grid gap-5">
          <PriceRule
            title="Preço progressivo"
            name="priceSteps"
            labels={{
              quantity: 'A partir de',
              price: 'Cada cota, em reais',
              remove: 'faixa',
              add: 'Adicionar faixa',
            }}
            validationMessage={
              areStepsComplete ? null : 'Cada faixa precisa de mais cotas e de um preço menor que a anterior.'
            }
            frozen={frozen}
          >
            A cota custa {formatBrl(priceCentavos)}. A partir de uma quantidade, todas as cotas da compra saem
            mais baratas.
          </PriceRule>
          <PriceRule
            title="Combos"
            name="combos"
            labels={{ quantity: 'Cotas', price: 'Todas, em reais', remove: 'combo', add: 'Adicionar combo' }}
            validationMessage={
              areCombosComplete
                ? null
                : 'Cada combo precisa de mais cotas que o anterior e de um preço por cota menor.'
            }
            frozen={frozen}
          >
            Um preço fechado por uma quantidade, como 10 cotas por R$ 15,00. Vale quantas vezes couber na
            compra; o que sobra sai pelo preço da cota, e o comprador sempre paga a menor soma.
          </PriceRule>
          <DrawFields shopPlans={shopPlans} frozen={frozen} />
          {failure}
          {!frozen && (
            <Button
              type="submit"
              variant="secondary"
              size="sm"
              className="justify-self-start"
              disabled={!areStepsComplete || !areCombosComplete}
              loading={saving}
            >
              Salvar preços e regras
            </Button>
          )}
        </form>
      </FormProvider>
      {plans !== null && !frozen && (
        <TiersForm
          tiers={plans}
          saving={saving}
          onSave={(saved) =>
            saved.key === 'purchase_tiers' && onSave({ ...termsOf(form.getValues()), plans: saved.value })
          }
        />
      )}
    </>
  );
}

interface PriceRuleProps extends ComponentProps<typeof PriceRows> {
  title: string;
  children: ReactNode;
  /** Validation error of the rows, or null. */
  validationMessage: string | null;
}

function PriceRule({ title, children, validationMessage, frozen, ...rows }: PriceRuleProps) {
  return (
    <fieldset disabled={frozen} className="grid min-w-0 gap-4">
      <legend className="mb-2 font-bold">{title}</legend>
      <p className="text-sm text-ink-soft">{children}</p>
      <PriceRows {...rows} frozen={frozen} />
      {validationMessage && <p className="text-sm font-semibold text-warning">{validationMessage}</p>}
    </fieldset>
  );
}

interface DrawFieldsProps {
  shopPlans: PurchaseTier[];
  frozen: boolean;
}

function DrawFields({ shopPlans, frozen }: DrawFieldsProps) {
  const { register, control } = useFormContext<TermsFields>();
  return (
    <fieldset disabled={frozen} className="grid min-w-0 gap-3">
      <legend className="mb-2 font-bold">Sorteio</legend>
      <Field label="Se o número sorteado não foi vendido">
        <Select {...register('drawFallback')}>
          <Options labels={drawFallbackLabels} />
        </Select>
      </Field>
      <Checkbox label="Cada cota ganha no máximo um prêmio" {...register('cotaWinsOnce')} />
      <Controller
        control={control}
        name="plans"
        render={({ field: { value, onChange } }) => (
          <Checkbox
            label="Planos próprios desta rifa"
            hint="Sem isto, valem os planos da loja."
            checked={value !== null}
            onChange={(event) => onChange(event.target.checked ? shopPlans : null)}
          />
        )}
      />
    </fieldset>
  );
}
