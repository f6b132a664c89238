import type { Quote } from '@mare/contract/checkout/checkout.ts';
import { discountLabel } from '@mare/domain/checkout/discounts.ts';
import { formatBrl } from '../../format.ts';

/** One row per discount. */
export function DiscountLines({ quote }: { quote: Quote | undefined }) {
  return quote?.discounts.map(({ kind, code, percent, amountCentavos }) => (
    <div key={kind} className="flex justify-between gap-3">
      <dt>
        {discountLabel({ kind, code })}
        {percent !== null && ` (${percent}%)`}
      </dt>
      <dd className="tabular shrink-0 font-semibold text-success">− {formatBrl(amountCentavos)}</dd>
    </div>
  ));
}
