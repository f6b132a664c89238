/** Cost of each step of a purchase when all buyers do the same step at the same time. */
import { setTimeout as pause } from 'node:timers/promises';
import { STEPS } from './whole-purchase.ts';
import { runConcurrently } from './run-concurrently.ts';

/** Usage since the start: CPU seconds of each process, and bytes of the WAL. */
export interface Usage {
  web: number;
  worker: number;
  database: number;
  wal: number;
}

interface StepsOptions {
  rounds: number;
  /** Purchases of a round; each yields after each of `STEPS`. */
  startPurchases: () => AsyncGenerator<unknown, unknown>[];
  /** Concurrent. */
  buyers: number;
  readUsage: () => Promise<Usage>;
  /** Waits until the shop has settled this many purchases. */
  settle: (made: number) => Promise<unknown>;
}

const KEYS = ['web', 'worker', 'database', 'wal'] as const;
const IDLE_SECONDS = 10;

export async function printSteps({
  rounds,
  startPurchases,
  buyers,
  readUsage,
  settle,
}: StepsOptions): Promise<void> {
  const costs = new Map<string, Usage>();
  let purchaseCount = 0;
  const add = (name: string, before: Usage, after: Usage) => {
    const total = costs.get(name) ?? { web: 0, worker: 0, database: 0, wal: 0 };
    for (const key of KEYS) total[key] += after[key] - before[key];
    costs.set(name, total);
  };
  for (let round = 0; round < rounds; round++) {
    const purchases = startPurchases();
    purchaseCount += purchases.length;
    for (const name of STEPS) {
      const before = await readUsage();
      await runConcurrently(
        purchases.map((purchase) => () => purchase.next()),
        buyers,
      );
      if (name === 'the payment') await settle(purchaseCount);
      add(name, before, await readUsage());
    }
  }
  const before = await readUsage();
  await pause(IDLE_SECONDS * 1000);
  const after = await readUsage();
  console.log('per purchase, all buyers at the same step: ms of web process, worker, database; kB of log');
  for (const [name, cost] of costs) console.log(describe(name, cost, purchaseCount));
  add('idle, each second', before, after);
  console.log(describe('idle, each second', costs.get('idle, each second')!, IDLE_SECONDS));
}

function describe(name: string, { web, worker, database, wal }: Usage, count: number): string {
  const ms = [web, worker, database].map((seconds) => ((seconds * 1000) / count).toFixed(2).padStart(7));
  return `${name.padEnd(28)}${ms.join('')}${(wal / 1000 / count).toFixed(1).padStart(8)}`;
}
