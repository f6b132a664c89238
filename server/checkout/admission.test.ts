import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createAdmission } from './admission.ts';

/** Lets buyers come every millisecond, and the process serve `pace` of them a second in their order. */
function rush({ pace, seconds, arrivals }: { pace: number; seconds: number; arrivals: number }) {
  const admission = createAdmission();
  const line: { since: number; leave: (now: number, isServed: boolean) => void }[] = [];
  const waits: number[] = [];
  let refused = 0;
  let owed = 0;
  for (let now = 1_000_000; now < 1_000_000 + seconds * 1000; now++) {
    for (let coming = 0; coming < arrivals; coming++) {
      const entered = admission.enter(now);
      if (entered.ok) line.push({ since: now, leave: entered.leave });
      else refused++;
    }
    for (owed += pace / 1000; owed >= 1 && line.length > 0; owed--) {
      const { since, leave } = line.shift()!;
      leave(now, true);
      waits.push(now - since);
    }
    if (line.length === 0) owed = 0;
  }
  return { waits, refused, inside: line.length };
}

test('nobody is turned away while the process keeps up', () => {
  expect(rush({ pace: 2_000, seconds: 5, arrivals: 1 }).refused).toBe(0);
});

test.each([150, 600, 2_500])('past what it can do, those let in wait a moment (%i/s)', (pace) => {
  const { waits, refused } = rush({ pace, seconds: 20, arrivals: 10 });
  const settled = waits.slice(waits.length / 2);
  expect(Math.max(...settled)).toBeLessThan(800);
  // The process is never idle meanwhile.
  expect(waits.length).toBeGreaterThan(pace * 20 * 0.98);
  expect(refused).toBeGreaterThan(0);
});

test('who leaves twice has left once', () => {
  const admission = createAdmission();
  const first = admission.enter(0);
  if (!first.ok) throw new Error('the first one is let in');
  first.leave(1, true);
  first.leave(2, true);
  let letIn = 0;
  while (admission.enter(3).ok) letIn++;
  expect(letIn).toBe(210);
});

test('who is turned away is told to come again in 1 to 15 seconds, later the more there are', () => {
  fc.assert(
    fc.property(fc.integer({ min: 400, max: 20_000 }), (crowd) => {
      const admission = createAdmission();
      const waits = Array.from({ length: crowd }, () => admission.enter(5)).flatMap((entered) =>
        entered.ok ? [] : [entered.retryAfterSeconds],
      );
      expect(Math.min(...waits)).toBe(1);
      expect(Math.max(...waits)).toBeLessThanOrEqual(15);
      expect(waits).toEqual(waits.toSorted((one, other) => one - other));
    }),
    { numRuns: 20 },
  );
});
