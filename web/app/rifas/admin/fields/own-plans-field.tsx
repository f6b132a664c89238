import { Controller, useFormContext } from 'react-hook-form';
import type { PurchaseTier } from '@mare/contract/rifas/rifa-detail.ts';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import type { TermsFields } from './terms-fields.ts';

/** Whether the rifa has custom plans. */
export function OwnPlansField({ shopPlans, frozen }: { shopPlans: PurchaseTier[]; frozen: boolean }) {
  const { control } = useFormContext<TermsFields>();
  return (
    <fieldset disabled={frozen} className="grid min-w-0 gap-3">
      <legend className="mb-2 font-bold">Planos</legend>
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
