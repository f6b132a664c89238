import { ORPCError } from '@orpc/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from './query-client.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const MINUTE = 60_000;

/** Counts the fetches of a query until its last retry fails. */
async function countFetches(error: Error): Promise<number> {
  const failures: unknown[] = [];
  const client = createQueryClient((failure) => failures.push(failure));
  const fetch = vi.fn<() => Promise<never>>().mockRejectedValue(error);
  void client.prefetchQuery({ queryKey: ['rifas'], queryFn: fetch });
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(failures).toEqual([error]);
  return fetch.mock.calls.length;
}

// @covers storefront 9: plans, waiting times, toasts, retries, display of numbers, bounds and intervals of
//   simulated statistics
test.each([
  ['a lost connection', new TypeError('Failed to fetch')],
  ['a server error', new ORPCError('INTERNAL_SERVER_ERROR', { status: 500 })],
])('retries %s 3 times', async (_, error) => {
  expect(await countFetches(error)).toBe(4);
});

test.each([
  ['an error code of the contract', new ORPCError('NOT_ENOUGH_NUMBERS', { defined: true, status: 409 })],
  ['an undeclared 4xx', new ORPCError('BAD_REQUEST', { status: 400 })],
])('does not retry %s', async (_, error) => {
  expect(await countFetches(error)).toBe(1);
});

// @covers storefront 9: recommendations: 6 at most, kept 5 minutes, cotas of R$ 0 to R$ 1,000
test('refetches data after 5 minutes', async () => {
  const client = createQueryClient();
  const fetch = vi.fn<() => Promise<string>>().mockResolvedValue('rifas');
  const read = () => client.fetchQuery({ queryKey: ['rifas'], queryFn: fetch });
  await read();
  await vi.advanceTimersByTimeAsync(5 * MINUTE - 1);
  await read();
  expect(fetch).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  await read();
  expect(fetch).toHaveBeenCalledTimes(2);
});

test('fails a mutation without retry, even offline', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  const change = vi.fn<() => Promise<never>>().mockRejectedValue(new TypeError('Failed to fetch'));
  const client = createQueryClient();
  const mutation = client.getMutationCache().build(client, { mutationFn: change });
  await expect(mutation.execute(undefined)).rejects.toThrow('Failed to fetch');
  expect(change).toHaveBeenCalledTimes(1);
  vi.unstubAllGlobals();
});
