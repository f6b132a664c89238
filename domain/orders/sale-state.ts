/** What stands in the way of ordering again what an unpaid order did not buy. */
export type SaleState = 'on_sale' | 'sales_over' | 'rifa_cancelled';

/** @param lines of the order: one cancelled rifa ends it whole, and one that is on sale can be ordered again */
export function saleStateOf(lines: readonly { rifaStatus: string }[]): SaleState {
  if (lines.some(({ rifaStatus }) => rifaStatus === 'cancelled')) return 'rifa_cancelled';
  return lines.some(({ rifaStatus }) => rifaStatus === 'active') ? 'on_sale' : 'sales_over';
}
