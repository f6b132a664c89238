/** How the money of a refund reaches the buyer. */
export function describeRefundMeans({
  isManualSale = false,
  isPaidElsewhere = false,
}: {
  /** Of a manual sale, money is handed over. */
  isManualSale?: boolean;
  /** An admin returned the money outside the provider. */
  isPaidElsewhere?: boolean;
}): string {
  if (isManualSale) return 'em dinheiro, em mãos';
  return isPaidElsewhere ? 'fora deste site' : 'pelo mesmo meio do pagamento';
}
