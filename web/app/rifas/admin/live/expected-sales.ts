import type { ExpectedSales } from '@mare/contract/rifas/rifa-boost.ts';
import { formatBrl, formatCount, formatInteger } from '../../../format.ts';

/** 'De 2 a 5 pedidos pagos, de R$ 40,00 a R$ 120,00'. One earlier campaign gives no range. */
export function expectedText({ orders, revenueCentavos, fromSends }: NonNullable<ExpectedSales>): string {
  if (orders.high === 0) return 'Nenhum pedido pago';
  const isOne = fromSends === 1 || orders.low === orders.high;
  const count = formatCount(orders.high, 'pedido pago', 'pedidos pagos');
  return isOne
    ? `Cerca de ${count}, ${formatBrl(revenueCentavos.high)}`
    : `De ${formatInteger(orders.low)} a ${count}, de ${formatBrl(revenueCentavos.low)} a ${formatBrl(revenueCentavos.high)}`;
}

/** 'do último envio' or 'dos últimos 6 envios'. */
export function basisText({ fromSends }: NonNullable<ExpectedSales>): string {
  return fromSends === 1 ? 'do último envio' : `dos últimos ${formatInteger(fromSends)} envios`;
}
