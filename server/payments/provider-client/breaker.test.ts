import { expect, test } from 'vitest';
import { createBreaker } from './breaker.ts';

function start() {
  let now = 1_000_000;
  const breaker = createBreaker({ now: () => new Date(now) });
  return {
    breaker,
    wait: (seconds: number) => void (now += seconds * 1000),
    fail: (times: number) => {
      for (let failed = 0; failed < times; failed++) breaker.record(false);
    },
    /** Waits until the breaker closes. @returns the seconds that it was open */
    secondsOpen: (): number => {
      let waited = 0;
      for (; breaker.isOpen(); waited++) now += 1000;
      return waited;
    },
  };
}

test('opens after five failures within 30 seconds without a successful call in between', () => {
  const { breaker, fail, wait } = start();
  fail(4);
  breaker.record(true);
  fail(4);
  expect(breaker.isOpen()).toBe(false);
  wait(31);
  fail(4);
  expect(breaker.isOpen()).toBe(false);
  fail(1);
  expect(breaker.isOpen()).toBe(true);
});

test('opens for two seconds at first, and for longer after each further failure', () => {
  const { fail, secondsOpen } = start();
  const opened: number[] = [];
  fail(5);
  for (let probe = 0; probe < 5; probe++) {
    opened.push(secondsOpen());
    fail(1);
  }
  expect(opened).toEqual([2, 4, 8, 15, 15]);
});

test('does not count failures of calls that began before it opened', () => {
  const { fail, secondsOpen } = start();
  fail(20);
  expect(secondsOpen()).toBe(2);
});

test('resets after a successful call, and after 30 seconds without calls', () => {
  const { breaker, fail, secondsOpen, wait } = start();
  fail(5);
  secondsOpen();
  breaker.record(true);
  fail(4);
  expect(breaker.isOpen()).toBe(false);
  fail(1);
  expect(secondsOpen()).toBe(2);
  wait(30);
  fail(4);
  expect(breaker.isOpen()).toBe(false);
});
