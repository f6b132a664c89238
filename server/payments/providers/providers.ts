/**
 * Several providers at the same time. New charges go to `context.provider`; existing charges, refunds and webhooks
 * are handled by the provider that their row names, so they survive a change of the default.
 */
import type { PaymentProvider } from './payment-provider.ts';
import type { PaymentsContext } from '../payments-context.ts';

type Providers = Pick<PaymentsContext, 'provider' | 'otherProviders'>;

/** A row names a provider that this process has no credentials for. */
export class ProviderMissingError extends Error {
  constructor(id: string) {
    super(`payment provider ${id} is not configured`);
  }
}

/** @throws ProviderMissingError */
export function providerOf(context: Providers, id: string): PaymentProvider {
  const found = allProviders(context).find((provider) => provider.id === id);
  if (!found) throw new ProviderMissingError(id);
  return found;
}

export function allProviders({ provider, otherProviders }: Providers): PaymentProvider[] {
  return [provider, ...otherProviders];
}

export function providerIds(context: Providers): string[] {
  return allProviders(context).map(({ id }) => id);
}

/**
 * Excludes providers known to fail from claims of background work: a try without a call would delay a row further, or
 * use up its last try.
 */
export function reachableProviderIds(context: Providers): string[] {
  return allProviders(context)
    .filter((provider) => provider.isAvailable())
    .map(({ id }) => id);
}

/**
 * Providers known to fail. Excludes those without credentials: their work fails at each try, which an alert reports.
 */
export function unreachableProviderIds(context: Providers): string[] {
  return allProviders(context)
    .filter((provider) => !provider.isAvailable())
    .map(({ id }) => id);
}
