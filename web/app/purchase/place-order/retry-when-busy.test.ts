import { ORPCError } from '@orpc/client';
import { expect, test } from 'vitest';
import { retryWhenBusy } from './retry-when-busy.ts';

const errorWith = (code: string, data: object) => new ORPCError(code, { defined: true, status: 503, data });

test('retries after the requested delay plus up to 1 second of jitter', () => {
  const busy = errorWith('BUSY', { retryAfterSeconds: 4 });
  expect(retryWhenBusy.retry(0, busy)).toBe(true);
  for (let count = 0; count < 100; count++) {
    const delay = retryWhenBusy.retryDelay(count, busy);
    expect(delay).toBeGreaterThanOrEqual(4_000);
    expect(delay).toBeLessThanOrEqual(5_000);
  }
});

test('does not retry after 40 attempts or for other errors', () => {
  expect(retryWhenBusy.retry(40, errorWith('BUSY', { retryAfterSeconds: 4 }))).toBe(false);
  expect(retryWhenBusy.retry(0, errorWith('RIFA_NOT_ACTIVE', { title: 'Moto' }))).toBe(false);
  const lost = new TypeError('Failed to fetch');
  expect(retryWhenBusy.retry(0, lost)).toBe(false);
  expect(retryWhenBusy.retryDelay(0, lost)).toBe(0);
});
