/** Two ways to sell the same orders: the order batch writer alone, and the payment function through HTTP. */
import { createOrderBatchWriter } from '@mare/server/orders/reservation/order-batch-writer.ts';
import { createSessions } from '../shop/bench-sessions.ts';
import { orderOf, type Shop } from '../shop/bench-shop.ts';
import type { Cleanup } from '../processes/cleanup.ts';
import { cpuSeconds } from '../processes/process-usage.ts';
import { replyOf, startProcess, startWebProcess } from '../processes/processes.ts';
import { runConcurrently, type LoadResult } from './run-concurrently.ts';
import type { PlannedOrder } from '../shop/stock.ts';

export interface Sales extends LoadResult {
  /** Requested numbers that were assigned. */
  kept: number;
  /** Latencies of accepted requests without earlier retries, milliseconds, ascending. */
  accepted: number[];
  /** Latencies of rejections, milliseconds, ascending. */
  rejections: number[];
}

export interface Seller {
  path: 'writer' | 'http';
  /** Number of selling processes; each needs a warm-up order per rifa. */
  processes: number;
  /** Sells the orders with concurrent buyers; stops after this many milliseconds. */
  sell(orders: readonly PlannedOrder[], milliseconds: number): Promise<Sales>;
}

export interface HttpSeller extends Seller {
  /** CPU seconds of the web processes so far. */
  cpuSeconds(): number;
  /** CPU seconds of the load generator so far. */
  loadCpuSeconds(): number;
  /** `sell` with another number of concurrent buyers. */
  sellTo(buyers: number, orders: readonly PlannedOrder[], milliseconds?: number): Promise<Sales>;
  ports: readonly number[];
}

/** Message to the load generator, which replies with `Sales`. */
export interface LoadRequest {
  orders: readonly PlannedOrder[];
  milliseconds: number;
  /** Concurrent. */
  buyers: number;
}

/** First message to the load generator. */
export interface LoadSetup {
  ports: number[];
  tokens: string[];
}

/** Writes orders with lines, history and first payment attempt, without HTTP and without the charge. */
export function sellThroughBatchWriter({ platform, users }: Shop, buyers: number, cleanup: Cleanup): Seller {
  const writer = createOrderBatchWriter(platform);
  cleanup.add(() => writer.close());
  return {
    path: 'writer',
    processes: 1,
    async sell(orders, milliseconds) {
      let kept = 0;
      const tasks = orders.map(({ rifaId, quantity, requestedNumbers }, index) => async () => {
        const user = users[index % users.length]!;
        const reserved = await writer.reserve(orderOf(user, rifaId, quantity, requestedNumbers));
        if (!reserved.ok) throw new Error(`rejected: ${reserved.code}`);
        kept += reserved.lines[0]!.kept.length;
      });
      const result = await runConcurrently(tasks, buyers, (elapsed) => elapsed < milliseconds);
      return { ...result, kept, accepted: result.latencies, rejections: [] };
    },
  };
}

/** @param profileFolder each web process writes a CPU profile there */
export async function sellThroughHttp(
  shop: Shop,
  buyers: number,
  cleanup: Cleanup,
  processes: number,
  profileFolder?: string,
): Promise<HttpSeller> {
  const webs: Awaited<ReturnType<typeof startWebProcess>>[] = [];
  for (let count = 0; count < processes; count++)
    webs.push(await startWebProcess(shop.url, cleanup, { profileFolder }));
  const ports = webs.map(({ port }) => port);
  const load = startLoad(ports, await createSessions(shop), cleanup);
  return {
    path: 'http',
    processes,
    ports,
    sell: (orders, milliseconds) => load.sellTo(buyers, orders, milliseconds),
    sellTo: load.sellTo,
    cpuSeconds: () => webs.reduce((sum, { child }) => sum + cpuSeconds(child.pid!), 0),
    loadCpuSeconds: () => cpuSeconds(load.pid),
  };
}

/** Starts a load generator. @param tokens one for each buyer of the shop */
export function startLoad(ports: number[], tokens: string[], cleanup: Cleanup) {
  const load = startProcess('load-process.ts', cleanup, { serialization: 'advanced' });
  load.send({ ports, tokens } satisfies LoadSetup);
  return {
    pid: load.pid!,
    sellTo: (buyers: number, orders: readonly PlannedOrder[], milliseconds = 600_000): Promise<Sales> => {
      load.send({ orders, milliseconds, buyers } satisfies LoadRequest);
      return replyOf<Sales>(load);
    },
  };
}
