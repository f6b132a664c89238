/**
 * How many calls to a provider may be in progress at once. A provider does not tell what it can take, and one that gets
 * more than that slows down until none of the calls ends in time. So the limit is found as TCP finds what a network can
 * take (RFC 5681, section 3.1, with answers and unanswered calls for acknowledged and lost segments): each answer adds
 * one, so that every round of calls doubles the limit; after calls without a response it does so only up to half of what
 * was too much, and then each whole round adds one. A call without a response takes its own place away: many of them end
 * at the floor at once, while one in a hundred barely shows. The duration of a call does not matter.
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
    // Later failures of the same burst or outage have no further information about the limit.
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
        // A few calls have no information about a high limit.
        if (most * 2 >= sizeThen) grow();
      }
      return result;
    },
  };
}
