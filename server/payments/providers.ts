/**
 * Providers side by side. New charges go to `context.provider`; charges, refunds and webhooks that exist are handled by the
 * provider that their row names, so changing the default strands nothing.
 */
import type { PaymentProvider } from './payment-provider.ts';
import type { PaymentsContext } from './payments-context.ts';

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
 * For claims of background work. While a provider is known to fail, its rows wait: each try without a call would put them
 * off for longer, or be their last.
 */
export function reachableProviderIds(context: Providers): string[] {
  return allProviders(context)
    .filter((provider) => provider.isAvailable())
    .map(({ id }) => id);
}

/** Known to fail. A provider without credentials is not among them: its work fails at each try, which an alert names. */
export function unreachableProviderIds(context: Providers): string[] {
  return allProviders(context)
    .filter((provider) => !provider.isAvailable())
    .map(({ id }) => id);
}
