/** Two ways to sell the same orders: the order batch writer by itself, and the payment function through HTTP. */
import { createOrderBatchWriter } from '@mare/server/orders/reservation/order-batch-writer.ts';
import { makeSessions } from '../shop/bench-sessions.ts';
import { orderOf, type Shop } from '../shop/bench-shop.ts';
import type { Closing } from '../processes/closing.ts';
import { processorSeconds } from '../processes/process-costs.ts';
import { answerOf, startProcess, startWebProcess } from '../processes/processes.ts';
import { rush, type RushResult } from './rush.ts';
import type { PlannedOrder } from '../shop/stock.ts';

export interface Sales extends RushResult {
  /** Requested numbers that the orders got. */
  kept: number;
  /** Milliseconds that the answer to the accepted request took, ascending: without the waits before it. */
  accepted: number[];
  /** Milliseconds that each refusal to wait took, ascending. */
  turnedAway: number[];
}

export interface Seller {
  path: 'writer' | 'http';
  /** Processes that sell, each of which has to know a rifa before it sells at full speed. */
  processes: number;
  /** Sells the orders with `buyers` of them at once, and stops early after so many milliseconds. */
  sell(orders: readonly PlannedOrder[], milliseconds: number): Promise<Sales>;
}

export interface HttpSeller extends Seller {
  /** Processor time so far of the processes that serve, in seconds. */
  processorSeconds(): number;
  /** The same of the process that makes the load. */
  loadSeconds(): number;
  /** The same with another number of buyers at once. */
  sellTo(buyers: number, orders: readonly PlannedOrder[], milliseconds?: number): Promise<Sales>;
  ports: readonly number[];
}

/** What the process that makes the load is asked, and answers with `Sales`. */
export interface LoadRequest {
  orders: readonly PlannedOrder[];
  milliseconds: number;
  /** At once. */
  buyers: number;
}

/** What it is told at its start. */
export interface LoadSetup {
  ports: number[];
  tokens: string[];
}

/** The order with its lines, history and first attempt at a charge, without HTTP and without the charge. */
export function sellInLane({ platform, users }: Shop, buyers: number, closing: Closing): Seller {
  const writer = createOrderBatchWriter(platform);
  closing.add(() => writer.close());
  return {
    path: 'writer',
    processes: 1,
    async sell(orders, milliseconds) {
      let kept = 0;
      const tasks = orders.map(({ rifaId, quantity, requestedNumbers }, index) => async () => {
        const user = users[index % users.length]!;
        const answer = await writer.reserve(orderOf(user, rifaId, quantity, requestedNumbers));
        if (!answer.ok) throw new Error(`refused: ${answer.code}`);
        kept += answer.lines[0]!.kept.length;
      });
      const result = await rush(tasks, buyers, (elapsed) => elapsed < milliseconds);
      return { ...result, kept, accepted: result.latencies, turnedAway: [] };
    },
  };
}

/** @param profileFolder each web process leaves a CPU profile there. */
export async function sellThroughHttp(
  shop: Shop,
  buyers: number,
  closing: Closing,
  processes: number,
  profileFolder?: string,
): Promise<HttpSeller> {
  const webs: Awaited<ReturnType<typeof startWebProcess>>[] = [];
  for (let count = 0; count < processes; count++)
    webs.push(await startWebProcess(shop.url, closing, { profileFolder }));
  const ports = webs.map(({ port }) => port);
  const load = startProcess('load-process.ts', closing, { serialization: 'advanced' });
  load.send({ ports, tokens: await makeSessions(shop) } satisfies LoadSetup);
  const sellTo = (atOnce: number, orders: readonly PlannedOrder[], milliseconds = 600_000) => {
    load.send({ orders, milliseconds, buyers: atOnce } satisfies LoadRequest);
    return answerOf<Sales>(load);
  };
  return {
    path: 'http',
    processes,
    ports,
    sell: (orders, milliseconds) => sellTo(buyers, orders, milliseconds),
    sellTo,
    processorSeconds: () => webs.reduce((sum, { child }) => sum + processorSeconds(child.pid!), 0),
    loadSeconds: () => processorSeconds(load.pid!),
  };
}
