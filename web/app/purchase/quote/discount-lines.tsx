import type { Quote } from '@mare/contract/checkout/checkout.ts';
import { formatBrl } from '../../format.ts';

/** One row per discount. */
export function DiscountLines({ quote }: { quote: Quote | undefined }) {
  return quote?.discounts.map(({ kind, code, percent, amountCentavos }) => (
    <div key={kind} className="flex justify-between gap-3">
      <dt>
        {kind === 'vip' ? 'Desconto VIP' : `Cupom ${code}`}
        {percent !== null && ` (${percent}%)`}
      </dt>
      <dd className="tabular shrink-0 font-semibold text-success">− {formatBrl(amountCentavos)}</dd>
    </div>
  ));
}
