/** Before the end of its sales, also while they are paused: its list is still open. */
export function isBeforeSalesEnd({ rifaStatus }: { rifaStatus: string }): boolean {
  return rifaStatus === 'active' || rifaStatus === 'paused';
}

/** What stands in the way of ordering again what an unpaid order did not buy. */
export type SaleState = 'on_sale' | 'sales_paused' | 'sales_over' | 'rifa_cancelled';

/** @param lines of the order: one cancelled rifa ends it whole, and one that is on sale can be ordered again */
export function saleStateOf(lines: readonly { rifaStatus: string }[]): SaleState {
  if (lines.some(({ rifaStatus }) => rifaStatus === 'cancelled')) return 'rifa_cancelled';
  if (lines.some(({ rifaStatus }) => rifaStatus === 'active')) return 'on_sale';
  return lines.some(({ rifaStatus }) => rifaStatus === 'paused') ? 'sales_paused' : 'sales_over';
}
