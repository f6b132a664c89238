import { formatBrl, formatCount } from '../../format.ts';
import { returnedAmount } from '../../orders/returned-amount.ts';

interface Amounts {
  status: string;
  quantity: number;
  totalCentavos: number;
  returnedCentavos: number;
}

/** '5 cotas · R$ 13,00', with the amount of a partial refund. */
export function orderAmounts({ status, quantity, totalCentavos, returnedCentavos }: Amounts): string {
  const returned = returnedAmount({ status, returnedCentavos });
  return `${formatCount(quantity, 'cota', 'cotas')} · ${formatBrl(totalCentavos)}${returned}`;
}
