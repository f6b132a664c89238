import { useFormContext } from 'react-hook-form';
import type { RifaTerms } from '@mare/contract/rifas/rifa-terms.ts';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { Field, Options, Select } from '../../../ui/form/field.tsx';
import type { TermsFields } from './terms-fields.ts';

export const drawFallbackLabels: Record<RifaTerms['drawFallback'], string> = {
  lot: 'O prêmio sai entre os números vendidos',
  next_extraction: 'Vale a extração seguinte',
};

/** Rule for a drawn number that was not sold. */
export function DrawRuleFields({ frozen }: { frozen: boolean }) {
  const { register } = useFormContext<TermsFields>();
  return (
    <fieldset disabled={frozen} className="grid min-w-0 gap-3">
      <legend className="mb-2 font-bold">Número sorteado</legend>
      <Field label="Se o número sorteado não foi vendido">
        <Select {...register('drawFallback')}>
          <Options labels={drawFallbackLabels} />
        </Select>
      </Field>
      <Checkbox label="Cada cota ganha no máximo um prêmio" {...register('cotaWinsOnce')} />
    </fieldset>
  );
}
