import { formatBrl, formatCount } from '../../format.ts';

interface Amounts {
  status: string;
  quantity: number;
  totalCentavos: number;
  returnedCentavos: number;
}

/** '5 cotas · R$ 13,00', and what went back while the rest stayed. */
export function orderAmounts({ status, quantity, totalCentavos, returnedCentavos }: Amounts): string {
  const amounts = `${formatCount(quantity, 'cota', 'cotas')} · ${formatBrl(totalCentavos)}`;
  return status === 'paid' && returnedCentavos > 0
    ? `${amounts} · ${formatBrl(returnedCentavos)} de volta`
    : amounts;
}
