import type { CallBudget } from '../../platform/call-budget.ts';
import type { PaymentProvider, ProviderResult } from '../providers/payment-provider.ts';
import { wrapCalls } from '../provider-client/wrap-calls.ts';
import type { CallLimit } from './call-limit.ts';

/** Wraps a provider: each call waits for its turn in `budget`, and its outcome adjusts `limit`. */
export function providerWithBudget(
  provider: PaymentProvider,
  budget: CallBudget,
  limit: CallLimit,
  /** Called when the provider rejects a call and names a time to wait, in seconds. */
  onOverload: (retryAfterSeconds: number) => void,
): PaymentProvider {
  return wrapCalls(provider, async (call) => {
    await budget.take();
    const isCalled = provider.isAvailable();
    const result = await limit.run(call, (end) => (isCalled ? wasAnswered(end) : null));
    if (!result.ok && result.error.kind === 'unavailable' && result.error.retryAfterSeconds !== null)
      onOverload(result.error.retryAfterSeconds);
    return result;
  });
}

/** Null if the provider named a time to wait, which concerns the rate and not the concurrency. */
function wasAnswered(result: ProviderResult<unknown>): boolean | null {
  if (result.ok) return true;
  const { error } = result;
  if (error.kind === 'unavailable') return error.retryAfterSeconds === null ? false : null;
  return error.kind !== 'unknown_outcome';
}
