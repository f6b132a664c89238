/** How a refund reaches the buyer. @param isManualSale whether the order was a manual sale, of which money is handed over */
export function describeRefundMeans(isManualSale: boolean): string {
  return isManualSale ? 'em dinheiro, em mãos' : 'pelo mesmo meio do pagamento';
}
