/** Payment providers as the panel and the operator's commands name them. */
export const PROVIDER_LABELS = {
  mercadopago: 'MercadoPago',
  sandbox: 'Simulador',
  pix: 'API Pix do banco',
} as const;

/** @param provider also one that this version no longer has */
export function providerLabel(provider: string): string {
  return (PROVIDER_LABELS as Record<string, string>)[provider] ?? provider;
}
