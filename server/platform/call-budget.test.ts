import { expect, test } from 'vitest';
import { createCallBudgets } from './call-budget.ts';

/** A clock that only advances during sleep. */
function setup(rates: { fast: number; slow: number }) {
  let now = 0;
  const clock = { now: () => new Date(now) };
  const budgets = createCallBudgets(rates, clock, async (ms) => {
    now += ms;
  });
  return { budgets, seconds: () => now / 1000, wait: (ms: number) => (now += ms) };
}

async function takeAll(budget: { take(): Promise<void> }, count: number): Promise<void> {
  for (let run = 0; run < count; run++) await budget.take();
}

test('allows a burst of one second, then keeps the rate', async () => {
  const { budgets, seconds } = setup({ fast: 10, slow: 1 });
  await takeAll(budgets.of('fast'), 10);
  expect(seconds()).toBe(0);
  await takeAll(budgets.of('fast'), 20);
  expect(seconds()).toBeCloseTo(2, 1);
});

test('does not delay a share because another one is used up', async () => {
  const { budgets, seconds } = setup({ fast: 10, slow: 1 });
  await takeAll(budgets.of('fast'), 10);
  await takeAll(budgets.of('slow'), 1);
  expect(seconds()).toBe(0);
});

test('pauses every share for the time that the provider requests', async () => {
  const { budgets, seconds } = setup({ fast: 10, slow: 10 });
  budgets.slowDown(7);
  await takeAll(budgets.of('slow'), 1);
  expect(seconds()).toBe(7);
});

test('halves the rate and recovers within a minute', async () => {
  const { budgets, seconds, wait } = setup({ fast: 10, slow: 10 });
  await takeAll(budgets.of('fast'), 10);
  budgets.slowDown(0);
  await takeAll(budgets.of('fast'), 5);
  expect(seconds()).toBeGreaterThan(0.9);
  wait(60_000);
  const before = seconds();
  await takeAll(budgets.of('fast'), 20);
  expect(seconds() - before).toBeCloseTo(1, 1);
});

test('serves concurrent callers in order', async () => {
  const { budgets } = setup({ fast: 2, slow: 1 });
  const served: number[] = [];
  await Promise.all(
    Array.from({ length: 6 }, (_, caller) =>
      budgets
        .of('fast')
        .take()
        .then(() => served.push(caller)),
    ),
  );
  expect(served).toEqual([0, 1, 2, 3, 4, 5]);
});
