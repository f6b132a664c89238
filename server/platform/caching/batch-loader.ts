/**
 * Batches concurrent requests into one statement or transaction: requests that arrive while a batch runs form the next
 * one. There is no timer, so a lone request runs at once, and no result is older than its request.
 */

export interface BatchLoader<Request, Result> {
  load(request: Request): Promise<Result>;
}

export interface BatchOptions {
  /** Maximum concurrent batches. */
  width?: number;
  /** Maximum requests per batch. */
  size?: number;
}

interface Waiting<Request, Result> {
  request: Request;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * @param run runs a batch: one result per request, in the same order. A failed batch of several requests is retried
 * one request at a time, so a bad request never fails the others: a run that fails must have changed nothing.
 */
export function createBatchLoader<Request, Result>(
  run: (requests: Request[]) => Promise<Result[]>,
  { width = 1, size = 256 }: BatchOptions = {},
): BatchLoader<Request, Result> {
  const queue: Waiting<Request, Result>[] = [];
  let running = 0;

  async function work(): Promise<void> {
    running++;
    // All requests of one turn of the event loop join the first batch.
    await new Promise(setImmediate);
    while (queue.length > 0) await runBatch(queue.splice(0, size));
    running--;
  }

  async function runBatch(batch: Waiting<Request, Result>[]): Promise<void> {
    try {
      const results = await run(batch.map(({ request }) => request));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index]!);
    } catch (error) {
      if (batch.length === 1) batch[0]!.reject(error);
      else for (const waiting of batch) await runBatch([waiting]);
    }
  }

  return {
    load(request) {
      return new Promise((resolve, reject) => {
        queue.push({ request, resolve, reject });
        if (running < width) void work();
      });
    },
  };
}
