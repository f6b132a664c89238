/** Whether a provider has a page of its own where an order can be paid. With the API Pix, a bank has none. */
export function hasPaymentPage(provider: string): boolean {
  return provider !== 'pix';
}
