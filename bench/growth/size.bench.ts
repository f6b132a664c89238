/**
 * CPU time per order and per read of a rifa as more numbers are sold: `npm run bench -- size`. One rifa of ten million
 * numbers for each share sold, in a shop that fills with their orders. Sums web processes and database; CPU time does
 * not depend on other load on the machine.
 *
 * Options: `--orders N` per size and round (1000); `--document` writes its part of docs/measurements.md and its chart;
 * `--json FILE` writes the rows.
 */
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CHARTS, markdownTable, describeRun, writePart } from '../reporting/document.ts';
import { drawLineChart } from '../reporting/line-chart.ts';
import { formatInteger } from '../reporting/report.ts';
import { walPosition } from '../selling/measure.ts';
import { runConcurrently } from '../selling/run-concurrently.ts';
import { type HttpSeller, sellThroughHttp } from '../selling/sellers.ts';
import { openShop, type Shop } from '../shop/bench-shop.ts';
import { createCleanup } from '../processes/cleanup.ts';
import { addPastOrders } from '../shop/past-orders.ts';
import { addSoldRifa } from '../shop/sold-rifas.ts';
import { planOrders } from '../shop/stock.ts';

const TOTAL = 10_000_000;
/** The last size has enough free numbers for the run itself. */
const SOLD = [10_000, 100_000, 1_000_000, 9_900_000];
const ROUNDS = 3;
const BUYERS = 32;
/** Orders before the first measurement. */
const WARM_UP = 4_000;
const COTAS = 5;
const GOAL = 1.2;

const { values: options } = parseArgs({
  options: {
    orders: { type: 'string', default: '1000' },
    document: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});
const orders = Number(options.orders);
const loadBefore = loadavg()[0]!;

interface Size {
  sold: number;
  rifaId: string;
  /** CPU milliseconds, one entry per round. */
  order: number[];
  read: number[];
}

/** Cost of the next order when the shop has this many. */
interface Growth {
  orders: number;
  /** CPU milliseconds per order on the same rifa. */
  order: number;
  /** WAL bytes per order right after a checkpoint, when full-page writes are most frequent. */
  walBytes: number;
}

const cleanup = createCleanup();
try {
  const shop = await openShop(BUYERS, cleanup);
  const http = await sellThroughHttp(shop, BUYERS, cleanup, 1);
  const sizes: Size[] = [];
  const growth: Growth[] = [];
  for (const sold of SOLD) {
    const rifaId = await addSoldRifa(shop.db, shop.pool, TOTAL, sold / TOTAL);
    await addPastOrders(shop.pool, rifaId, sold / COTAS, COTAS);
    sizes.push({ sold, rifaId, order: [], read: [] });
    if (growth.length === 0) await placeOrders(shop, http, rifaId, WARM_UP);
    growth.push(await measureShop(shop, http, sizes[0]!.rifaId));
  }
  // Same warm-up for every size.
  for (const { rifaId } of sizes) await placeOrders(shop, http, rifaId, 300);
  for (let round = 0; round < ROUNDS; round++)
    for (const size of sizes) {
      size.order.push(await costOf(shop, http, orders, () => placeOrders(shop, http, size.rifaId, orders)));
      size.read.push(await costOf(shop, http, orders, () => readRifa(http, size.rifaId, orders)));
    }
  const rows = sizes.map(({ sold, order, read }) => ({ sold, order: median(order), read: median(read) }));
  const ratios = {
    order: worstRatio(rows.map((row) => row.order)),
    read: worstRatio(rows.map((row) => row.read)),
    shop: worstRatio(growth.map((row) => row.order)),
  };
  for (const { sold, order, read } of rows)
    console.log(
      `${formatInteger(sold).padStart(10)} sold: order ${order.toFixed(2)} ms, read ${read.toFixed(2)} ms`,
    );
  for (const { orders: before, order, walBytes } of growth)
    console.log(
      `${formatInteger(before).padStart(10)} orders: next order ${order.toFixed(2)} ms, ${formatInteger(walBytes)} bytes of WAL`,
    );
  console.log(
    `most expensive to first: order ${ratios.order.toFixed(2)}, read ${ratios.read.toFixed(2)}, growing shop ${ratios.shop.toFixed(2)}; goal ${GOAL}`,
  );
  if (options.json)
    writeFileSync(options.json, `${JSON.stringify({ loadBefore, rows, growth, ratios }, null, 2)}\n`);
  if (options.document) document(rows, growth, ratios);
  if (Math.max(...Object.values(ratios)) > GOAL) process.exitCode = 1;
} finally {
  await cleanup.run();
}

async function measureShop(shop: Shop, http: HttpSeller, rifaId: string): Promise<Growth> {
  const { rows } = await shop.pool.query<{ count: number }>('select count(*)::int as count from orders');
  await placeOrders(shop, http, rifaId, 300);
  const costs: number[] = [];
  const bytes: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await shop.pool.query('checkpoint');
    const before = await walPosition(shop);
    costs.push(await costOf(shop, http, orders, () => placeOrders(shop, http, rifaId, orders)));
    bytes.push(((await walPosition(shop)) - before) / orders);
  }
  return { orders: rows[0]!.count, order: median(costs), walBytes: median(bytes) };
}

async function placeOrders(shop: Shop, http: HttpSeller, rifaId: string, count: number): Promise<void> {
  await http.sell(await planOrders(shop.platform, [rifaId], { k: COTAS, requested: false }, count), 600_000);
}

/** Requests the rifa as its page does. */
async function readRifa(http: HttpSeller, rifaId: string, count: number): Promise<void> {
  const url = `http://127.0.0.1:${http.ports[0]!}/api/rifas/${rifaId}`;
  const task = async () => {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    await response.arrayBuffer();
  };
  await runConcurrently(
    Array.from({ length: count }, () => task),
    BUYERS,
    () => true,
  );
}

/** @returns CPU milliseconds per operation */
async function costOf(
  shop: Shop,
  http: HttpSeller,
  count: number,
  work: () => Promise<void>,
): Promise<number> {
  const before = http.cpuSeconds() + shop.databaseCpuSeconds();
  await work();
  return ((http.cpuSeconds() + shop.databaseCpuSeconds() - before) * 1000) / count;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1]!;
}

function worstRatio(costs: readonly number[]): number {
  return Math.max(...costs) / costs[0]!;
}

function document(
  rows: readonly { sold: number; order: number; read: number }[],
  growth: readonly Growth[],
  ratios: { order: number; read: number; shop: number },
): void {
  const chart = drawLineChart({
    title: 'CPU time per order as a rifa sells',
    subtitle: 'CPU milliseconds, by numbers sold out of ten million',
    steps: rows.map(({ sold }) => formatInteger(sold)),
    lines: [
      { name: 'order', values: rows.map(({ order }) => order) },
      { name: 'read of the rifa', values: rows.map(({ read }) => read) },
    ],
    format: (value) => `${value.toFixed(1)} ms`,
  });
  writeFileSync(join(CHARTS, 'size.svg'), chart);
  const met = (ratio: number) => `${ratio.toFixed(2)} (${ratio <= GOAL ? 'met' : '**not met**'})`;
  writePart(
    'size',
    `## Growth

${describeRun('size', loadBefore)}

![Cost by numbers sold](charts/size.svg)

Rifas of ${formatInteger(TOTAL)} numbers with different shares sold, in orders of ${COTAS} cotas. ${formatInteger(orders)} further orders through the whole payment function over HTTP, and as many reads of the rifa, ${ROUNDS} times; medians. Goal: the most expensive at most ${GOAL} times the first.

${markdownTable(
  ['numbers sold', 'order, CPU (ms)', 'read of the rifa, CPU (ms)'],
  rows.map(({ sold, order, read }) => [formatInteger(sold), order.toFixed(2), read.toFixed(2)]),
)}

The most expensive to the first: order ${met(ratios.order)}, read ${met(ratios.read)}.

Then the least sold rifa, while sales of the others fill the shop:

${markdownTable(
  ['orders in the shop', 'next order, CPU (ms)', 'WAL per order (kB)'],
  growth.map(({ orders: before, order, walBytes }) => [
    formatInteger(before),
    order.toFixed(2),
    (walBytes / 1000).toFixed(1),
  ]),
)}

The most expensive to the first: ${met(ratios.shop)}. The first row includes warm-up, and the last one autovacuum after a bulk load of two million orders. WAL is measured right after a checkpoint, when the first change of each page logs the full page; what grows are the two indexes by buyer, the only ones with random inserts. Partitioning and old rifas: [decision 009](decisions/009-old-rifas.md).`,
  );
}
