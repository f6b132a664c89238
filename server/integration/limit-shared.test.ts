import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPaymentsTestbed, type PaymentsTestbed } from '../payments/payments.testing.ts';
import { limitShared } from '../platform/http/api.ts';
import { testContext } from '../platform/http/api.testing.ts';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
});
afterAll(() => bed.close());
beforeEach(() => bed.pool.query('truncate auth.rate_limits'));

const errors = {
  TOO_MANY_REQUESTS: ({ data }: { data: object }) => Object.assign(new Error('too many'), data),
};

test('counts the calls of all processes together', async () => {
  // Each context has the limiter of another process.
  const processes = [testContext(bed.platform), testContext(bed.platform), testContext(bed.platform)];
  const limit = { name: 'guesses', hits: 3, seconds: 60 };
  for (const context of processes) await limitShared(context, errors, limit, 'ana');
  for (const context of processes)
    await expect(limitShared(context, errors, limit, 'ana')).rejects.toMatchObject({
      retryAfterSeconds: expect.any(Number) as number,
    });
  await limitShared(processes[0]!, errors, limit, 'bia');
});

test('writes nothing for calls within the share of one process', async () => {
  const [first, second] = [testContext(bed.platform), testContext(bed.platform)];
  const limit = { name: 'payments', hits: 3, seconds: 60, inProcess: 2 };
  const counted = async () => (await bed.pool.query('select 1 from auth.rate_limits')).rowCount;
  for (let calls = 0; calls < 2; calls++) await limitShared(first, errors, limit, 'ana');
  expect(await counted()).toBe(0);
  await limitShared(first, errors, limit, 'ana');
  expect(await counted()).toBe(1);
  await expect(limitShared(first, errors, limit, 'ana')).rejects.toThrow('too many');
  for (let calls = 0; calls < 2; calls++) await limitShared(second, errors, limit, 'ana');
  await expect(limitShared(second, errors, limit, 'ana')).rejects.toThrow('too many');
});
