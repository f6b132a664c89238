import { expect, test } from 'vitest';
import { groupRequests } from './group-requests.ts';

/** Groups that wait until they are let go. */
function held() {
  const groups: { requests: number[]; go: (error?: Error) => void }[] = [];
  const run = (requests: number[]) =>
    new Promise<number[]>((answer, fail) => {
      groups.push({
        requests,
        go: (error) => (error ? fail(error) : answer(requests.map((one) => one * 2))),
      });
    });
  const turn = () => new Promise(setImmediate);
  return { groups, run, turn };
}

test('requests of one turn are one group; those that come meanwhile are the next', async () => {
  const { groups, run, turn } = held();
  const doubles = groupRequests(run);
  const first = [doubles.ask(1), doubles.ask(2)];
  await turn();
  const second = [doubles.ask(3), doubles.ask(4), doubles.ask(5)];
  expect(groups.map(({ requests }) => requests)).toEqual([[1, 2]]);
  groups[0]!.go();
  expect(await Promise.all(first)).toEqual([2, 4]);
  await turn();
  groups[1]!.go();
  expect(await Promise.all(second)).toEqual([6, 8, 10]);
  expect(groups.map(({ requests }) => requests)).toEqual([
    [1, 2],
    [3, 4, 5],
  ]);
});

test('a group has its size, and as many are under way as are allowed', async () => {
  const { groups, run, turn } = held();
  const doubles = groupRequests(run, { width: 2, size: 2 });
  const asked = [1, 2, 3, 4, 5].map((one) => doubles.ask(one));
  await turn();
  expect(groups.map(({ requests }) => requests)).toEqual([
    [1, 2],
    [3, 4],
  ]);
  groups[1]!.go();
  await asked[3];
  await turn();
  expect(groups[2]!.requests).toEqual([5]);
  groups[0]!.go();
  groups[2]!.go();
  expect(await Promise.all(asked)).toEqual([2, 4, 6, 8, 10]);
});

test('one bad request fails alone', async () => {
  const doubles = groupRequests(async (requests: number[]) => {
    await Promise.resolve();
    if (requests.includes(2)) throw new Error('no twos');
    return requests.map((one) => one * 2);
  });
  const asked = await Promise.allSettled([1, 2, 3].map((one) => doubles.ask(one)));
  expect(asked.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))).toEqual([
    2,
    'Error: no twos',
    6,
  ]);
});
