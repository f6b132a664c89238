import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createAdmission } from './admission.ts';

/** `arrivals` buyers arrive per millisecond; the process serves `throughput` of them per second, in order. */
function simulateLoad({
  throughput,
  seconds,
  arrivals,
}: {
  throughput: number;
  seconds: number;
  arrivals: number;
}) {
  const admission = createAdmission();
  const queue: { since: number; release: (now: number, isServed: boolean) => void }[] = [];
  const waitsMs: number[] = [];
  let rejected = 0;
  let capacity = 0;
  for (let now = 1_000_000; now < 1_000_000 + seconds * 1000; now++) {
    for (let arrival = 0; arrival < arrivals; arrival++) {
      const acquired = admission.acquire(now);
      if (acquired.ok) queue.push({ since: now, release: acquired.release });
      else rejected++;
    }
    for (capacity += throughput / 1000; capacity >= 1 && queue.length > 0; capacity--) {
      const { since, release } = queue.shift()!;
      release(now, true);
      waitsMs.push(now - since);
    }
    if (queue.length === 0) capacity = 0;
  }
  return { waits: waitsMs, rejected, inFlight: queue.length };
}

test('rejects no request below saturation', () => {
  expect(simulateLoad({ throughput: 2_000, seconds: 5, arrivals: 1 }).rejected).toBe(0);
});

test.each([150, 600, 2_500])(
  'keeps the latency of admitted requests low past saturation (%i/s)',
  (throughput) => {
    const { waits, rejected } = simulateLoad({ throughput, seconds: 20, arrivals: 10 });
    const settled = waits.slice(waits.length / 2);
    expect(Math.max(...settled)).toBeLessThan(800);
    // Throughput stays near capacity.
    expect(waits.length).toBeGreaterThan(throughput * 20 * 0.98);
    expect(rejected).toBeGreaterThan(0);
  },
);

test('frees one permit when it is released twice', () => {
  const admission = createAdmission();
  const first = admission.acquire(0);
  if (!first.ok) throw new Error('expected the first request to be admitted');
  first.release(1, true);
  first.release(2, true);
  let admitted = 0;
  while (admission.acquire(3).ok) admitted++;
  expect(admitted).toBe(210);
});

test('tells rejected requests to retry after 1 to 15 seconds, later under more load', () => {
  fc.assert(
    fc.property(fc.integer({ min: 400, max: 20_000 }), (requests) => {
      const admission = createAdmission();
      const delays = Array.from({ length: requests }, () => admission.acquire(5)).flatMap((acquired) =>
        acquired.ok ? [] : [acquired.retryAfterSeconds],
      );
      expect(Math.min(...delays)).toBe(1);
      expect(Math.max(...delays)).toBeLessThanOrEqual(15);
      expect(delays).toEqual(delays.toSorted((first, second) => first - second));
    }),
    { numRuns: 20 },
  );
});
