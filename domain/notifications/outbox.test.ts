import { expect, test } from 'vitest';
import { maskRecipient, priorityOf, retryDelayMs, SEND_ATTEMPTS } from './outbox.ts';

test('sends codes and confirmations before campaigns', () => {
  for (const topic of ['access', 'order', 'prize', 'draw'] as const)
    expect(priorityOf(topic)).toBeLessThan(priorityOf('campaign'));
});

test('doubles the delay up to an hour, then parks', () => {
  const delays = Array.from({ length: SEND_ATTEMPTS }, (_, index) => retryDelayMs(index + 1));
  expect(delays.slice(0, 4)).toEqual([5_000, 10_000, 20_000, 40_000]);
  expect(delays.slice(0, -1).every((delay) => delay !== null && delay <= 3_600_000)).toBe(true);
  expect(delays.at(-1)).toBeNull();
  expect(retryDelayMs(SEND_ATTEMPTS + 1)).toBe(5_000);
});

test('masks an address', () => {
  expect(maskRecipient('maria.silva@exemplo.com.br')).toBe('m***@exemplo.com.br');
  expect(maskRecipient('5582999991234')).toBe('***1234');
});
