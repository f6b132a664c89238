import { useQuery } from '@tanstack/react-query';
import { FormProvider, useForm } from 'react-hook-form';
import type { RifaTerms } from '@mare/contract/rifas/rifa-terms.ts';
import type { PurchaseTier } from '@mare/contract/rifas/rifa-detail.ts';
import { QueryState } from '../../admin/lists/query-state.tsx';
import { queries } from '../../api.ts';
import { Card } from '../../ui/card.tsx';
import { DrawRuleFields } from './fields/draw-rule-fields.tsx';
import { OwnPlansField } from './fields/own-plans-field.tsx';
import { PriceRules } from './fields/price-rules.tsx';
import { type TermsFields, termsFieldsOf } from './fields/terms-fields.ts';

/** Price steps, plans and the rule for unsold numbers of a rifa that is not a draft: read-only. */
export function RifaTermsCard({ rifaId }: { rifaId: string }) {
  const found = useQuery({
    ...queries.admin.rifas.terms.queryOptions({ input: { id: rifaId } }),
    staleTime: 0,
  });
  if (!found.data) return <QueryState query={found} />;
  const { priceCentavos, terms, shopPlans } = found.data;
  return (
    <Card padded className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div>
        <h2 className="text-xl">Preços por quantidade, planos e sorteio</h2>
        <p className="text-sm text-ink-soft">
          Só um rascunho muda isto: depois, quem compra conta com estas regras.
        </p>
      </div>
      <FrozenTerms
        key={JSON.stringify(terms)}
        terms={terms}
        priceCentavos={priceCentavos}
        shopPlans={shopPlans}
      />
    </Card>
  );
}

interface FrozenTermsProps {
  terms: RifaTerms;
  priceCentavos: number;
  shopPlans: PurchaseTier[];
}

function FrozenTerms({ terms, priceCentavos, shopPlans }: FrozenTermsProps) {
  const form = useForm<TermsFields>({ defaultValues: termsFieldsOf(terms) });
  return (
    <FormProvider {...form}>
      <div className="grid gap-5">
        <PriceRules priceCentavos={priceCentavos} frozen />
        <DrawRuleFields frozen />
        <OwnPlansField shopPlans={shopPlans} frozen />
      </div>
    </FormProvider>
  );
}
