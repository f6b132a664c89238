import { expect, test } from 'vitest';
import type { PaymentProvider, ProviderFailure } from '../providers/payment-provider.ts';
import { createCallLimit } from './call-limit.ts';
import { providerWithBudget } from './provider-with-budget.ts';

const START = 32;
const CALLS = 10;

/** @returns the limit after calls that fail with `error`, and how many pauses were requested */
async function limitAfter(error: ProviderFailure, isAvailable = true) {
  const limit = createCallLimit({ start: START, ceiling: 128 });
  const waits: number[] = [];
  const provider = providerWithBudget(
    {
      isAvailable: () => isAvailable,
      getPayment: async () => ({ ok: false, error }),
    } as Partial<PaymentProvider> as PaymentProvider,
    { take: async () => undefined },
    limit,
    (seconds) => waits.push(seconds),
  );
  for (let call = 0; call < CALLS; call++) await provider.getPayment('1');
  return { size: limit.size, waits: waits.length };
}

test.each<[string, ProviderFailure]>([
  ['timed out or lost its connection', { kind: 'unknown_outcome', cause: 'TimeoutError' }],
  ['got a server error', { kind: 'unavailable', retryAfterSeconds: null }],
])('lowers the limit on a call that %s', async (_, error) => {
  expect(await limitAfter(error)).toEqual({ size: START - CALLS, waits: 0 });
});

test('lowers the rate and keeps the concurrency limit on Retry-After', async () => {
  expect(await limitAfter({ kind: 'unavailable', retryAfterSeconds: 2 })).toEqual({
    size: START,
    waits: CALLS,
  });
});

test('keeps the limit on calls that an open circuit breaker rejects', async () => {
  expect(await limitAfter({ kind: 'unavailable', retryAfterSeconds: null }, false)).toMatchObject({
    size: START,
  });
});

test('keeps the limit on a call that the provider rejects', async () => {
  expect(await limitAfter({ kind: 'not_found' })).toMatchObject({ size: START });
});
