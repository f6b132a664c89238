import { formatBrl } from '../format.ts';

/** ' · R$ 5,00 de volta' after the amount of a paid order with a refund; otherwise empty. */
export function returnedAmount({
  status,
  returnedCentavos,
}: {
  status: string;
  returnedCentavos: number;
}): string {
  return status === 'paid' && returnedCentavos > 0 ? ` · ${formatBrl(returnedCentavos)} de volta` : '';
}
