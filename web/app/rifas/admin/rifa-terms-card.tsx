import { useMutation, useQuery } from '@tanstack/react-query';
import { type ComponentProps, type FormEvent, type ReactNode, useState } from 'react';
import { toast } from 'sonner';
import type { RifaTerms } from '@mare/contract/rifas/rifa-terms.ts';
import type { PurchaseTier } from '@mare/contract/rifas/rifas.ts';
import { areCombos } from '@mare/domain/rifas/prices/valid-combos.ts';
import { arePriceSteps } from '@mare/domain/rifas/prices/valid-price-steps.ts';
import { TiersForm } from '../../settings/admin/setting-forms.tsx';
import { QueryState } from '../../admin/query-state.tsx';
import { queries } from '../../api.ts';
import { formatBrl } from '../../format.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox, Field, Select } from '../../ui/form/field.tsx';
import { FormError } from '../../ui/states.tsx';
import { areComplete, PriceRows, readRows, rowsOf } from './fields/price-rows.tsx';

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
  const [steps, setSteps] = useState(() =>
    rowsOf(terms.priceSteps.map((step) => ({ ...step, quantity: step.fromQuantity }))),
  );
  const [combos, setCombos] = useState(() => rowsOf(terms.combos));
  const [edited, setEdited] = useState(terms);
  const priceSteps = readRows(steps).map(({ quantity, priceCentavos: price }) => ({
    fromQuantity: quantity,
    priceCentavos: price,
  }));
  const readCombos = readRows(combos);
  const areStepsComplete = areComplete(steps) && arePriceSteps(priceCentavos, priceSteps);
  const areCombosComplete = areComplete(combos) && areCombos({ priceCentavos, priceSteps }, readCombos);
  function submit(event: FormEvent) {
    event.preventDefault();
    onSave({ ...edited, priceSteps, combos: readCombos });
  }
  return (
    <>
      <form onSubmit={submit} className="grid gap-5">
        <PriceRule
          name="Preço progressivo"
          labels={{
            quantity: 'A partir de',
            price: 'Cada cota, em reais',
            remove: 'faixa',
            add: 'Adicionar faixa',
          }}
          rows={steps}
          validationMessage={
            areStepsComplete ? null : 'Cada faixa precisa de mais cotas e de um preço menor que a anterior.'
          }
          frozen={frozen}
          onChange={setSteps}
        >
          A cota custa {formatBrl(priceCentavos)}. A partir de uma quantidade, todas as cotas da compra saem
          mais baratas.
        </PriceRule>
        <PriceRule
          name="Combos"
          labels={{ quantity: 'Cotas', price: 'Todas, em reais', remove: 'combo', add: 'Adicionar combo' }}
          rows={combos}
          validationMessage={
            areCombosComplete
              ? null
              : 'Cada combo precisa de mais cotas que o anterior e de um preço por cota menor.'
          }
          frozen={frozen}
          onChange={setCombos}
        >
          Um preço fechado por uma quantidade, como 10 cotas por R$ 15,00. Vale quantas vezes couber na
          compra; o que sobra sai pelo preço da cota, e o comprador sempre paga a menor soma.
        </PriceRule>
        <DrawFields terms={edited} shopPlans={shopPlans} frozen={frozen} onChange={setEdited} />
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
      {edited.plans !== null && !frozen && (
        <TiersForm
          tiers={edited.plans}
          saving={saving}
          onSave={(saved) =>
            saved.key === 'purchase_tiers' &&
            onSave({ ...edited, priceSteps, combos: readCombos, plans: saved.value })
          }
        />
      )}
    </>
  );
}

interface PriceRuleProps extends ComponentProps<typeof PriceRows> {
  name: string;
  children: ReactNode;
  /** Validation error of the rows, or null. */
  validationMessage: string | null;
}

function PriceRule({ name, children, validationMessage, frozen, ...rows }: PriceRuleProps) {
  return (
    <fieldset disabled={frozen} className="grid min-w-0 gap-4">
      <legend className="mb-2 font-bold">{name}</legend>
      <p className="text-sm text-ink-soft">{children}</p>
      <PriceRows {...rows} frozen={frozen} />
      {validationMessage && <p className="text-sm font-semibold text-warning">{validationMessage}</p>}
    </fieldset>
  );
}

interface DrawFieldsProps {
  terms: RifaTerms;
  shopPlans: PurchaseTier[];
  frozen: boolean;
  onChange: (terms: RifaTerms) => void;
}

function DrawFields({ terms, shopPlans, frozen, onChange }: DrawFieldsProps) {
  return (
    <fieldset disabled={frozen} className="grid min-w-0 gap-3">
      <legend className="mb-2 font-bold">Sorteio</legend>
      <Field label="Se o número sorteado não foi vendido">
        <Select
          value={terms.drawFallback}
          onChange={(event) =>
            onChange({ ...terms, drawFallback: event.target.value as RifaTerms['drawFallback'] })
          }
        >
          <option value="lot">O prêmio sai entre os números vendidos</option>
          <option value="next_extraction">Vale a extração seguinte</option>
        </Select>
      </Field>
      <Checkbox
        label="Cada cota ganha no máximo um prêmio"
        checked={terms.cotaWinsOnce}
        onChange={(event) => onChange({ ...terms, cotaWinsOnce: event.target.checked })}
      />
      <Checkbox
        label="Planos próprios desta rifa"
        hint="Sem isto, valem os planos da loja."
        checked={terms.plans !== null}
        onChange={(event) => onChange({ ...terms, plans: event.target.checked ? shopPlans : null })}
      />
    </fieldset>
  );
}
