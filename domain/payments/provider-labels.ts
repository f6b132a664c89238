/** Names of payment providers in the panel and the operator's commands. */
export const PROVIDER_LABELS = {
  mercadopago: 'MercadoPago',
  sandbox: 'Simulador',
  pix: 'API Pix do banco',
} as const;

/** @param provider may be one that this version no longer has */
export function providerLabel(provider: string): string {
  return (PROVIDER_LABELS as Record<string, string>)[provider] ?? provider;
}
