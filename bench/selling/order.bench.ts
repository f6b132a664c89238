/**
 * Cost of an order: processor time of the web process and of the database, and bytes of WAL, compared with a bare server
 * in the same runtime that authenticates, parses and inserts one row. `npm run bench -- order`.
 *
 * Options: `--orders N` per measurement (4000); `--rounds N` (3), of which the median counts; `--buyers N`, concurrent (64).
 */
import { parseArgs } from 'node:util';
import { createCleanup } from '../processes/cleanup.ts';
import { startOrderFloor } from '../processes/processes.ts';
import { startLoad, sellThroughHttp } from './sellers.ts';
import { quantile } from './run-concurrently.ts';
import { walPosition } from './measure.ts';
import { cpuSeconds } from '../processes/process-usage.ts';
import { createSessions } from '../shop/bench-sessions.ts';
import { openShop } from '../shop/bench-shop.ts';
import { addSoldRifa } from '../shop/sold-rifas.ts';
import { type PlannedOrder, planOrders } from '../shop/stock.ts';

const { values: options } = parseArgs({
  options: {
    orders: { type: 'string', default: '4000' },
    rounds: { type: 'string', default: '3' },
    buyers: { type: 'string', default: '64' },
  },
});
const [count, rounds, buyers] = [options.orders, options.rounds, options.buyers].map(Number) as [
  number,
  number,
  number,
];

interface Cost {
  perSecond: number;
  p99: number;
  webMs: number;
  databaseMs: number;
  walBytes: number;
}

const cleanup = createCleanup();
try {
  const shop = await openShop(buyers, cleanup);
  const web = await sellThroughHttp(shop, buyers, cleanup, 1);
  const floor = await startOrderFloor(shop.url, cleanup);
  const floorLoad = startLoad([floor.port], await createSessions(shop), cleanup);
  const rifaId = await addSoldRifa(shop.db, shop.pool, 1_000_000, 0);
  const plan = () => planOrders(shop.platform, [rifaId], { k: 10, requested: true }, count);

  const targets = {
    order: {
      sell: (orders: readonly PlannedOrder[]) => web.sellTo(buyers, orders),
      webSeconds: () => web.cpuSeconds(),
    },
    floor: {
      sell: (orders: readonly PlannedOrder[]) => floorLoad.sellTo(buyers, orders),
      webSeconds: () => cpuSeconds(floor.child.pid!),
    },
  };
  const costs: Record<keyof typeof targets, Cost[]> = { order: [], floor: [] };
  // The first round warms up.
  for (let round = 0; round <= rounds; round++)
    for (const name of ['floor', 'order'] as const) {
      const { sell, webSeconds } = targets[name];
      const orders = await plan();
      const [webBefore, databaseBefore, wal] = [
        webSeconds(),
        shop.databaseCpuSeconds(),
        await walPosition(shop),
      ];
      const sales = await sell(orders);
      if (round === 0) continue;
      costs[name].push({
        perSecond: sales.completed / sales.seconds,
        p99: quantile(sales.accepted, 0.99),
        webMs: ((webSeconds() - webBefore) * 1000) / sales.completed,
        databaseMs: ((shop.databaseCpuSeconds() - databaseBefore) * 1000) / sales.completed,
        walBytes: ((await walPosition(shop)) - wal) / sales.completed,
      });
    }
  const [orderCost, floorCost] = [medianOf(costs.order), medianOf(costs.floor)];
  for (const [name, cost] of [
    ['order', orderCost],
    ['floor', floorCost],
  ] as const)
    console.log(
      `${name}  ${Math.round(cost.perSecond)}/s, p99 ${Math.round(cost.p99)} ms, web ${cost.webMs.toFixed(2)} ms, ` +
        `database ${cost.databaseMs.toFixed(2)} ms, log ${Math.round(cost.walBytes)} bytes each`,
    );
  console.log(
    `${(orderCost.perSecond / floorCost.perSecond).toFixed(2)} of the floor, p99 × ${(orderCost.p99 / floorCost.p99).toFixed(1)}`,
  );
} finally {
  await cleanup.run();
}

function medianOf(costs: readonly Cost[]): Cost {
  const median = (key: keyof Cost) =>
    quantile(
      costs.map((cost) => cost[key]).toSorted((a, b) => a - b),
      0.5,
    );
  return {
    perSecond: median('perSecond'),
    p99: median('p99'),
    webMs: median('webMs'),
    databaseMs: median('databaseMs'),
    walBytes: median('walBytes'),
  };
}
