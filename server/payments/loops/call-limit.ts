/**
 * Limits concurrent calls to a provider. A provider does not announce its capacity, and beyond it every call slows
 * down until all of them time out. So the limit is found by TCP's congestion control (RFC 5681, section 3.1; answered
 * calls stand for acknowledged segments, unanswered ones for lost segments). Slow start: each answer adds one, which
 * doubles the limit in each round of calls. After an unanswered call, slow start ends at half of the limit that
 * failed; above it each whole round adds one. Each unanswered call lowers the limit by one: many of them lower it to
 * the floor at once, while one in a hundred barely changes it. The duration of a call does not matter.
 */
export interface CallLimit {
  readonly size: number;
  /**
   * Makes a call and adjusts the limit by its outcome.
   * @param wasAnswered null: the outcome has no information about the limit
   */
  run<Result>(call: () => Promise<Result>, wasAnswered: (result: Result) => boolean | null): Promise<Result>;
}

/** Floor as a share of the ceiling: probes whether the provider responds again. */
const FLOOR_SHARE = 1 / 32;

export function createCallLimit({ start, ceiling }: { start: number; ceiling: number }): CallLimit {
  const floor = Math.ceil(ceiling * FLOOR_SHARE);
  let size = start;
  let doublesUntil = ceiling;
  let isFalling = false;
  let inProgress = 0;

  function grow(): void {
    size = Math.min(ceiling, size + (size < doublesUntil ? 1 : 1 / size));
  }

  function shrink(): void {
    // Later failures of the same burst or outage say nothing more about the limit.
    if (!isFalling) doublesUntil = Math.max(floor, size / 2);
    isFalling = true;
    size = Math.max(floor, size - 1);
  }

  return {
    get size() {
      return Math.floor(size);
    },
    async run(call, wasAnswered) {
      const sizeThen = size;
      inProgress += 1;
      let most = inProgress;
      const result = await call().finally(() => {
        most = Math.max(most, inProgress);
        inProgress -= 1;
      });
      const answered = wasAnswered(result);
      if (answered === false) shrink();
      if (answered) {
        isFalling = false;
        // A few concurrent calls say nothing about a high limit.
        if (most * 2 >= sizeThen) grow();
      }
      return result;
    },
  };
}
