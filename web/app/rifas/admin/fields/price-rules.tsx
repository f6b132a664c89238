import type { ComponentProps, ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { areCombos } from '@mare/domain/rifas/prices/valid-combos.ts';
import { arePriceSteps } from '@mare/domain/rifas/prices/valid-price-steps.ts';
import { formatBrl } from '../../../format.ts';
import { PriceRows } from './price-rows.tsx';
import { areComplete, type TermsFields, termsOf } from './terms-fields.ts';

/** Prices by quantity. @param priceCentavos of one cota */
export function PriceRules({ priceCentavos, frozen }: { priceCentavos: number; frozen: boolean }) {
  const { control, getValues } = useFormContext<TermsFields>();
  const [steps, combos] = useWatch({ control, name: ['priceSteps', 'combos'] });
  const typed = termsOf({ ...getValues(), priceSteps: steps, combos });
  const areStepsValid = areComplete(steps) && arePriceSteps(priceCentavos, typed.priceSteps);
  const areCombosValid =
    areComplete(combos) && areCombos({ priceCentavos, priceSteps: typed.priceSteps }, typed.combos);
  return (
    <>
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
          areStepsValid ? null : 'Cada faixa precisa de mais cotas e de um preço menor que a anterior.'
        }
        frozen={frozen}
      >
        {priceCentavos > 0 && `A cota custa ${formatBrl(priceCentavos)}. `}A partir de uma quantidade, todas
        as cotas da compra saem mais baratas.
      </PriceRule>
      <PriceRule
        title="Combos"
        name="combos"
        labels={{ quantity: 'Cotas', price: 'Todas, em reais', remove: 'combo', add: 'Adicionar combo' }}
        validationMessage={
          areCombosValid
            ? null
            : 'Cada combo precisa de mais cotas que o anterior e de um preço por cota menor.'
        }
        frozen={frozen}
      >
        Um preço fechado por uma quantidade, como 10 cotas por R$ 15,00. Vale quantas vezes couber na compra;
        o que sobra sai pelo preço da cota, e o comprador sempre paga a menor soma.
      </PriceRule>
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
