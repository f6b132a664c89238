/** Many buyers at once, each asking again as soon as it is answered. */

export interface RushResult {
  answers: number;
  seconds: number;
  /** The same until the last task was begun: as long as every buyer had one. */
  crowd: { answers: number; seconds: number };
  /** Milliseconds, ascending. */
  latencies: number[];
}

/**
 * Runs the tasks with `buyers` of them in flight at any time.
 *
 * @param goesOn asked before each task, with the milliseconds so far: false ends the rush early.
 */
export async function rush(
  tasks: readonly (() => Promise<unknown>)[],
  buyers: number,
  goesOn: (elapsed: number) => boolean = () => true,
): Promise<RushResult> {
  const latencies: number[] = [];
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  let next = 0;
  let crowd: RushResult['crowd'] | undefined;
  const buyer = async () => {
    while (next < tasks.length && goesOn(performance.now() - started)) {
      const task = tasks[next++]!;
      const asked = performance.now();
      await task();
      latencies.push(performance.now() - asked);
      if (next >= tasks.length) crowd ??= { answers: latencies.length, seconds: seconds() };
    }
  };
  await Promise.all(Array.from({ length: buyers }, buyer));
  const whole = { answers: latencies.length, seconds: seconds() };
  return { ...whole, crowd: crowd ?? whole, latencies: latencies.sort((one, other) => one - other) };
}

/** @param sorted ascending. @param share from 0 to 1. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
