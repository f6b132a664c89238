import { expect, test } from 'vitest';
import { fromQueued, toQueued } from './queued-payload.ts';

const payload = { userId: 'ana', deduplicationKey: 'voucher:1' };
const queued = { userId: 'ana', occasion: 'voucher:1' };

test('stores the deduplication key under the name used by queued jobs', () => {
  expect(toQueued(payload)).toEqual(queued);
});

test('reads the deduplication key of a queued job', () => {
  expect(fromQueued(queued)).toEqual(payload);
  expect(fromQueued(payload)).toEqual(payload);
});

test('does not change other payloads', () => {
  const other = { orderId: '1' };
  expect([toQueued(other), fromQueued(other)]).toEqual([other, other]);
});
