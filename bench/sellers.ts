/** Two ways to sell the same orders: the order lane by itself, and the payment function through HTTP. */
import { type ChildProcess, fork, type ForkOptions } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createOrderLane } from '@mare/server/orders/reservation/reserve-order.ts';
import { makeSessions, PUBLIC_URL } from './bench-sessions.ts';
import { orderOf, type Shop } from './bench-shop.ts';
import type { Closing } from './closing.ts';
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
  const start = (file: string, options: ForkOptions = {}) => {
    // Each a session of its own, as services have: where the system shares its processors out by session, these would
    // share one part, and every connection of PostgreSQL has a whole one.
    const child = fork(join(import.meta.dirname, file), { ...options, detached: true });
    closing.add(() => end(child));
    return child;
  };
  const ports: number[] = [];
  for (let count = 0; count < processes; count++) {
    const web = start('web-process.ts', {
      env: { ...process.env, ...webEnvironment(shop.url) },
      execArgv: profileFolder ? ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`] : [],
    });
    ports.push(await answerOf<number>(web));
  }
  const load = start('load-process.ts', { serialization: 'advanced' });
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

/** Both kinds of process end when nobody is connected to them any more. */
async function end(child: ChildProcess): Promise<void> {
  if (!child.connected) return;
  const ended = once(child, 'exit');
  child.disconnect();
  await ended;
}

async function answerOf<Answer>(child: ChildProcess): Promise<Answer> {
  const ended = new AbortController();
  const exit = once(child, 'exit', { signal: ended.signal }).then(() => {
    throw new Error(`${child.spawnargs.at(-1)} ended`);
  });
  try {
    const [answer] = (await Promise.race([once(child, 'message', { signal: ended.signal }), exit])) as [
      Answer,
    ];
    return answer;
  } finally {
    exit.catch(() => undefined);
    ended.abort();
  }
}

function webEnvironment(databaseUrl: string) {
  return {
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    PUBLIC_URL,
    ROLE: 'web',
    DEMO: '0',
    MERCADOPAGO_ACCESS_TOKEN: 'never-called',
    MERCADOPAGO_WEBHOOK_SECRETS: 'never-called',
  };
}
