/** Abandoned carts (spec: storefront, section 9). Percentages from 0 to 100. */
export const REMINDER_AFTER_MS = 30 * 60_000;
export const ANALYTICS_WINDOW_DAYS = 30;
export const REMINDER_TITLE = 'Você esqueceu alguns números!';

/** Estimates, not measured. */
export const ESTIMATED_FUNNEL = { cart: 100, review: 70, auth: 50 } as const;
export const ESTIMATED_EXITS = { cart: 40, auth: 30, payment: 20, review: 10 } as const;

export function abandonmentLabel(rate: number): 'Alto' | 'Médio' | 'Baixo' {
  if (rate > 70) return 'Alto';
  return rate > 50 ? 'Médio' : 'Baixo';
}

export function recoveryLabel(rate: number): 'Excelente' | 'Bom' | 'Precisa melhorar' {
  if (rate > 20) return 'Excelente';
  return rate > 10 ? 'Bom' : 'Precisa melhorar';
}
