/** Counts the requests of a run under faults, and how many were affected by one. */

export interface Traffic {
  /** By method and path without ids. */
  operations: Record<string, number>;
  faulted: number;
  /** Number of faults that have not recovered yet. */
  faultsUnderWay: number;
  /** @returns the outcome of `attempt` */
  count<T extends { status: number }>(method: string, url: string, attempt: () => Promise<T>): Promise<T>;
  /** Runs a fault. Requests during it count as affected. */
  during(fault: () => Promise<void>): Promise<void>;
}

export function createTraffic(): Traffic {
  let faultsSoFar = 0;
  const traffic: Traffic = {
    operations: {},
    faulted: 0,
    faultsUnderWay: 0,
    async count(method, url, attempt) {
      const kind = `${method} ${withoutIds(url)}`;
      traffic.operations[kind] = (traffic.operations[kind] ?? 0) + 1;
      const wasUnderWay = traffic.faultsUnderWay > 0;
      const before = faultsSoFar;
      let hasFailed = true;
      try {
        const response = await attempt();
        hasFailed = response.status >= 500;
        return response;
      } finally {
        if (hasFailed || wasUnderWay || faultsSoFar > before) traffic.faulted += 1;
      }
    },
    async during(fault) {
      faultsSoFar += 1;
      traffic.faultsUnderWay += 1;
      try {
        await fault();
      } finally {
        traffic.faultsUnderWay -= 1;
      }
    },
  };
  return traffic;
}

/** Ids and numbers have digits, references 24 characters. */
function withoutIds(url: string): string {
  const [path = ''] = url.split('?');
  return path.replaceAll(/\/(?!v\d+(?:\/|$))(?:(?=[^/]*\d)[\w.-]+|[\w-]{24})(?=\/|$)/g, '/{id}');
}
