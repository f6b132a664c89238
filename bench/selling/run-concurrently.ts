/** Closed-loop load: concurrent buyers, each sends its next request on the response to the last. */

export interface LoadResult {
  completed: number;
  seconds: number;
  /** Time until the last task started: until then every buyer had a task. */
  saturated: { completed: number; seconds: number };
  /** Milliseconds, ascending. */
  latencies: number[];
}

/**
 * Runs the tasks with `buyers` of them in flight.
 *
 * @param shouldContinue called before each task with the elapsed milliseconds; false stops early
 */
export async function runConcurrently(
  tasks: readonly (() => Promise<unknown>)[],
  buyers: number,
  shouldContinue: (elapsed: number) => boolean = () => true,
): Promise<LoadResult> {
  const latencies: number[] = [];
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  let next = 0;
  let saturated: LoadResult['saturated'] | undefined;
  const buyer = async () => {
    while (next < tasks.length && shouldContinue(performance.now() - started)) {
      const task = tasks[next++]!;
      const sentAt = performance.now();
      await task();
      latencies.push(performance.now() - sentAt);
      if (next >= tasks.length) saturated ??= { completed: latencies.length, seconds: seconds() };
    }
  };
  await Promise.all(Array.from({ length: buyers }, buyer));
  const whole = { completed: latencies.length, seconds: seconds() };
  return { ...whole, saturated: saturated ?? whole, latencies: latencies.sort((one, other) => one - other) };
}

/** @param sorted ascending @param share 0 to 1 */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
