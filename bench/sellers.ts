/** Two ways to sell the same orders: the order lane by itself, and the payment function through HTTP. */
import { createOrderLane } from '@mare/server/orders/reservation/reserve-order.ts';
import { makeSessions } from './bench-sessions.ts';
import { orderOf, type Shop } from './bench-shop.ts';
import type { Closing } from './closing.ts';
import { answerOf, startProcess, startWebProcess } from './processes.ts';
import { rush, type RushResult } from './rush.ts';
import type { PlannedOrder } from './stock.ts';

export interface Sales extends RushResult {
  /** Wished numbers that the orders got. */
  kept: number;
}

export interface Seller {
  path: 'lane' | 'http';
  /** Processes that sell, each of which has to know a rifa before it sells at full speed. */
  processes: number;
  /** Sells the orders with `buyers` of them at once, and stops early after so many milliseconds. */
  sell(orders: readonly PlannedOrder[], milliseconds: number): Promise<Sales>;
}

/** What the process that makes the load is asked, and answers with `Sales`. */
export interface LoadRequest {
  orders: readonly PlannedOrder[];
  milliseconds: number;
}

/** What it is told at its start. */
export interface LoadSetup {
  ports: number[];
  tokens: string[];
  buyers: number;
}

/** The order with its lines, history and first attempt at a charge, without HTTP and without the charge. */
export function sellInLane({ platform, users }: Shop, buyers: number, closing: Closing): Seller {
  const lane = createOrderLane(platform);
  closing.add(() => lane.close());
  return {
    path: 'lane',
    processes: 1,
    async sell(orders, milliseconds) {
      let kept = 0;
      const tasks = orders.map(({ rifaId, quantity, wishedNumbers }, index) => async () => {
        const user = users[index % users.length]!;
        const answer = await lane.reserve(orderOf(user, rifaId, quantity, wishedNumbers));
        if (!answer.ok) throw new Error(`refused: ${answer.code}`);
        kept += answer.lines[0]!.kept.length;
      });
      const result = await rush(tasks, buyers, (elapsed) => elapsed < milliseconds);
      return { ...result, kept };
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
): Promise<Seller> {
  const ports: number[] = [];
  for (let count = 0; count < processes; count++)
    ports.push((await startWebProcess(shop.url, closing, profileFolder)).port);
  const load = startProcess('load-process.ts', closing, { serialization: 'advanced' });
  load.send({ ports, tokens: await makeSessions(shop), buyers } satisfies LoadSetup);
  return {
    path: 'http',
    processes,
    sell(orders, milliseconds) {
      load.send({ orders, milliseconds } satisfies LoadRequest);
      return answerOf<Sales>(load);
    },
  };
}
