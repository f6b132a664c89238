import { FormProvider, type UseFormReturn, useWatch } from 'react-hook-form';
import type { ManagedRifa } from '@mare/contract/rifas/managed-rifa.ts';
import type { PurchaseTier } from '@mare/contract/rifas/rifa-detail.ts';
import { parseCentavos } from '../../../ui/form/parsing/typed-reais.ts';
import { TiersForm } from '../../../settings/admin/setting-forms.tsx';
import { Card } from '../../../ui/card.tsx';
import { EarningsCard } from '../earnings/earnings-card.tsx';
import { BuyerFields } from '../fields/buyer-fields.tsx';
import { ChoosingFields } from '../fields/choosing-fields.tsx';
import { DatesFields } from '../fields/dates-fields.tsx';
import { DrawRuleFields } from '../fields/draw-rule-fields.tsx';
import { EndOfSalesFields } from '../fields/end-of-sales-fields.tsx';
import { InstantPrizeFields } from '../fields/prizes/instant-prize-fields.tsx';
import { LeaderFields } from '../fields/prizes/leader-fields.tsx';
import { LegalFields } from '../fields/legal-fields.tsx';
import type { OptionFields } from '../fields/option-fields.ts';
import { OwnPlansField } from '../fields/own-plans-field.tsx';
import { PresentationFields } from '../fields/presentation-fields.tsx';
import { PriceRules } from '../fields/price-rules.tsx';
import { PrizeFields } from '../fields/prizes/prize-fields.tsx';
import type { RifaFields } from '../fields/rifa-fields.ts';
import { SaleFields } from '../fields/sale-fields.tsx';
import { type TermsFields, termsOf } from '../fields/terms-fields.ts';
import { LegalFilesCard } from '../legal-files-card.tsx';
import { DraftReview } from './draft-review.tsx';
import type { DraftStep } from './draft-steps.tsx';

export interface DraftForms {
  rifa: UseFormReturn<RifaFields>;
  terms: UseFormReturn<TermsFields>;
  options: UseFormReturn<OptionFields>;
}

interface DraftStepFieldsProps {
  step: DraftStep;
  forms: DraftForms;
  rifa: ManagedRifa;
  shopPlans: PurchaseTier[];
  isSaved: boolean;
  onChanged: () => Promise<unknown>;
}

/** The fields of one step. They belong to three forms, which outlive the step. */
export function DraftStepFields({ step, forms, rifa, shopPlans, isSaved, onChanged }: DraftStepFieldsProps) {
  switch (step) {
    case 'o-que-e':
      return (
        <FormProvider {...forms.rifa}>
          <Card padded className={GRID}>
            <PresentationFields />
          </Card>
        </FormProvider>
      );
    case 'premios':
      return (
        <>
          <FormProvider {...forms.rifa}>
            <Card padded className={GRID}>
              <PrizeFields isPublished={false} />
            </Card>
          </FormProvider>
          <FormProvider {...forms.options}>
            <Card padded className={GRID}>
              <InstantPrizeFields />
            </Card>
          </FormProvider>
        </>
      );
    case 'cotas':
      return <PriceStepFields forms={forms} rifaId={rifa.id} shopPlans={shopPlans} />;
    case 'sorteio':
      return (
        <>
          <FormProvider {...forms.rifa}>
            <Card padded className={GRID}>
              <DatesFields isPublished={false} />
            </Card>
          </FormProvider>
          <Card padded className={GRID}>
            <FormProvider {...forms.options}>
              <EndOfSalesFields isPublished={false} />
            </FormProvider>
            <FormProvider {...forms.terms}>
              <DrawRuleFields frozen={false} />
            </FormProvider>
          </Card>
        </>
      );
    case 'regulamento':
      return (
        <>
          <FormProvider {...forms.rifa}>
            <Card padded className={GRID}>
              <LegalFields />
            </Card>
          </FormProvider>
          <LegalFilesCard rifa={rifa} onStored={() => void onChanged()} />
        </>
      );
    case 'revisar':
      return <DraftReview rifa={rifa} isSaved={isSaved} onChanged={onChanged} />;
  }
}

const GRID = 'grid grid-cols-[minmax(0,1fr)] gap-5';

interface PriceStepFieldsProps {
  forms: DraftForms;
  rifaId: string;
  shopPlans: PurchaseTier[];
}

function PriceStepFields({ forms, rifaId, shopPlans }: PriceStepFieldsProps) {
  const price = useWatch({ control: forms.rifa.control, name: 'price' });
  const plans = useWatch({ control: forms.terms.control, name: 'plans' });
  return (
    <>
      <FormProvider {...forms.rifa}>
        <Card padded className={GRID}>
          <SaleFields isPublished={false} />
          <EarningsCard rifaId={rifaId} />
        </Card>
      </FormProvider>
      <FormProvider {...forms.terms}>
        <Card padded className={GRID}>
          <PriceRules priceCentavos={parseCentavos(price) ?? 0} frozen={false} />
          <OwnPlansField shopPlans={shopPlans} frozen={false} />
          {plans !== null && (
            <TiersForm
              key={JSON.stringify(plans)}
              stored={{ version: 0, value: termsOf(forms.terms.getValues()).plans ?? plans }}
              saving={false}
              onSave={(saved) => saved.key === 'purchase_tiers' && forms.terms.setValue('plans', saved.value)}
            />
          )}
        </Card>
      </FormProvider>
      <FormProvider {...forms.options}>
        <Card padded className={GRID}>
          <ChoosingFields />
          <BuyerFields isPublished={false} />
          <LeaderFields isLocked={false} />
        </Card>
      </FormProvider>
    </>
  );
}
