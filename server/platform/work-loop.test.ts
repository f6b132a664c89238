import { expect, test } from 'vitest';
import { createLog } from './log/log.ts';
import { createWorkLoop } from './work-loop.ts';

test('renews only the leases of rows in progress', async () => {
  const due = [['first', 'second']];
  const renewed: string[][] = [];
  const { promise: slow, resolve: finish } = Promise.withResolvers<void>();
  const loop = createWorkLoop<string>({
    name: 'test',
    log: createLog('silent'),
    everyMs: 60_000,
    concurrency: () => 2,
    claim: async () => due.shift() ?? [],
    handle: (item) => (item === 'first' ? Promise.resolve() : slow),
    renewal: {
      everyMs: 1,
      renew: async (items) => {
        renewed.push(items);
        if (renewed.length === 2) finish();
      },
    },
  });
  await loop.drain();
  await loop.stop();
  expect(renewed).toEqual([['second'], ['second']]);
});
