/**
 * Answers many requests by one statement or one transaction: while a group is under way, those that arrive form the
 * next. There is no timer, so that a lone request is answered at once, and no answer is older than its request.
 */

export interface RequestGroups<Request, Answer> {
  ask(request: Request): Promise<Answer>;
}

export interface GroupOptions {
  /** Groups under way at once. */
  width?: number;
  /** Requests in a group at most. */
  size?: number;
}

interface Waiting<Request, Answer> {
  request: Request;
  answer: (answer: Answer) => void;
  fail: (error: unknown) => void;
}

/**
 * @param run answers a group, one answer a request and in the same order. A group of several that fails is run again one
 * request at a time, so that a bad request never fails its neighbours: having failed, it must have changed nothing.
 */
export function groupRequests<Request, Answer>(
  run: (requests: Request[]) => Promise<Answer[]>,
  { width = 1, size = 256 }: GroupOptions = {},
): RequestGroups<Request, Answer> {
  const queue: Waiting<Request, Answer>[] = [];
  let working = 0;

  async function work(): Promise<void> {
    working++;
    // Lets everything that arrived in the same turn of the event loop join the first group.
    await new Promise(setImmediate);
    while (queue.length > 0) await runGroup(queue.splice(0, size));
    working--;
  }

  async function runGroup(group: Waiting<Request, Answer>[]): Promise<void> {
    try {
      const answers = await run(group.map(({ request }) => request));
      for (const [index, { answer }] of group.entries()) answer(answers[index]!);
    } catch (error) {
      if (group.length === 1) group[0]!.fail(error);
      else for (const waiting of group) await runGroup([waiting]);
    }
  }

  return {
    ask(request) {
      return new Promise((answer, fail) => {
        queue.push({ request, answer, fail });
        if (working < width) void work();
      });
    },
  };
}
