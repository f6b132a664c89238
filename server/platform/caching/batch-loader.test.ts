import { expect, test } from 'vitest';
import { createBatchLoader } from './batch-loader.ts';

/** Batches that stay pending until the test finishes them. */
function manualBatches() {
  const batches: { requests: number[]; finish: (error?: Error) => void }[] = [];
  const run = (requests: number[]) =>
    new Promise<number[]>((resolve, reject) => {
      batches.push({
        requests,
        finish: (error) => (error ? reject(error) : resolve(requests.map((one) => one * 2))),
      });
    });
  const turn = () => new Promise(setImmediate);
  return { batches, run, turn };
}

test('batches the requests of one turn, and those that arrive during a batch into the next', async () => {
  const { batches, run, turn } = manualBatches();
  const doubles = createBatchLoader(run);
  const first = [doubles.load(1), doubles.load(2)];
  await turn();
  const second = [doubles.load(3), doubles.load(4), doubles.load(5)];
  expect(batches.map(({ requests }) => requests)).toEqual([[1, 2]]);
  batches[0]!.finish();
  expect(await Promise.all(first)).toEqual([2, 4]);
  await turn();
  batches[1]!.finish();
  expect(await Promise.all(second)).toEqual([6, 8, 10]);
  expect(batches.map(({ requests }) => requests)).toEqual([
    [1, 2],
    [3, 4, 5],
  ]);
});

test('limits the batch size and the number of concurrent batches', async () => {
  const { batches, run, turn } = manualBatches();
  const doubles = createBatchLoader(run, { width: 2, size: 2 });
  const loading = [1, 2, 3, 4, 5].map((one) => doubles.load(one));
  await turn();
  expect(batches.map(({ requests }) => requests)).toEqual([
    [1, 2],
    [3, 4],
  ]);
  batches[1]!.finish();
  await loading[3];
  await turn();
  expect(batches[2]!.requests).toEqual([5]);
  batches[0]!.finish();
  batches[2]!.finish();
  expect(await Promise.all(loading)).toEqual([2, 4, 6, 8, 10]);
});

test('rejects only the failing request of a batch', async () => {
  const doubles = createBatchLoader(async (requests: number[]) => {
    await Promise.resolve();
    if (requests.includes(2)) throw new Error('no twos');
    return requests.map((one) => one * 2);
  });
  const settled = await Promise.allSettled([1, 2, 3].map((one) => doubles.load(one)));
  expect(settled.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))).toEqual([
    2,
    'Error: no twos',
    6,
  ]);
});
