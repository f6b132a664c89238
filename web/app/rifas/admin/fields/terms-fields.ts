import type { RifaTerms } from '@mare/contract/rifas/rifa-terms.ts';
import { isWhole } from '../../../admin/typed-values.ts';
import { centavosText, parseCentavos } from '../../../ui/form/parsing/typed-reais.ts';

/** Unparsed quantity and price. */
interface PriceRow {
  quantity: string;
  price: string;
}

/** Terms of a rifa as typed. */
export interface TermsFields extends Omit<RifaTerms, 'priceSteps' | 'combos'> {
  priceSteps: PriceRow[];
  combos: PriceRow[];
}

export function termsFieldsOf(terms: RifaTerms): TermsFields {
  return {
    ...terms,
    priceSteps: terms.priceSteps.map(({ fromQuantity, priceCentavos }) => ({
      quantity: String(fromQuantity),
      price: centavosText(priceCentavos),
    })),
    combos: terms.combos.map(({ quantity, priceCentavos }) => ({
      quantity: String(quantity),
      price: centavosText(priceCentavos),
    })),
  };
}

/** An invalid price becomes 0, which is never valid. */
export function termsOf(fields: TermsFields): RifaTerms {
  return {
    ...fields,
    priceSteps: fields.priceSteps.map(({ quantity, price }) => ({
      fromQuantity: Number(quantity),
      priceCentavos: parseCentavos(price) ?? 0,
    })),
    combos: fields.combos.map(({ quantity, price }) => ({
      quantity: Number(quantity),
      priceCentavos: parseCentavos(price) ?? 0,
    })),
  };
}

export function areComplete(rows: readonly PriceRow[]): boolean {
  return rows.every(({ quantity }) => isWhole(quantity, 2, 10_000));
}
