/** Whether the sales of a rifa have not ended. A paused rifa's sales have not. */
export function isBeforeSalesEnd({ rifaStatus }: { rifaStatus: string }): boolean {
  return rifaStatus === 'active' || rifaStatus === 'paused';
}

/** Whether the list of the draw is closed, or about to be. */
export function hasSalesEnded({ rifaStatus }: { rifaStatus: string }): boolean {
  return rifaStatus === 'closed' || rifaStatus === 'completed';
}

/** Whether the rifas of an unpaid order can be ordered again, or why not. */
export type SaleState = 'on_sale' | 'sales_paused' | 'sales_over' | 'rifa_cancelled';

/**
 * A cancelled rifa decides for the whole order; otherwise one rifa on sale is enough to order again.
 * @param lines of the order
 */
export function saleStateOf(lines: readonly { rifaStatus: string }[]): SaleState {
  if (lines.some(({ rifaStatus }) => rifaStatus === 'cancelled')) return 'rifa_cancelled';
  if (lines.some(({ rifaStatus }) => rifaStatus === 'active')) return 'on_sale';
  return lines.some(({ rifaStatus }) => rifaStatus === 'paused') ? 'sales_paused' : 'sales_over';
}
