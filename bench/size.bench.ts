/**
 * What an order and a look at its rifa cost as more and more numbers are sold: `npm run bench -- size`. One rifa of ten
 * million numbers for each share sold, and a shop that fills with their orders; the cost is processor time of the web
 * processes and the database together, which others on the machine do not add to.
 *
 * Options: `--orders N` a size and round (1000); `--document` writes its part of docs/measurements.md and its chart;
 * `--json FILE` writes the rows.
 */
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CHARTS, markdownTable, measuredOn, writePart } from './reporting/document.ts';
import { drawLines } from './reporting/line-chart.ts';
import { whole } from './reporting/report.ts';
import { walPosition } from './selling/measure.ts';
import { rush } from './selling/rush.ts';
import { type HttpSeller, sellThroughHttp } from './selling/sellers.ts';
import { openShop, type Shop } from './shop/bench-shop.ts';
import { closeAtTheEnd } from './processes/closing.ts';
import { addPastOrders } from './shop/past-orders.ts';
import { addSoldRifa } from './shop/sold-rifas.ts';
import { planOrders } from './shop/stock.ts';

const TOTAL = 10_000_000;
/** The last leaves enough for what the run itself sells. */
const SOLD = [10_000, 100_000, 1_000_000, 9_900_000];
const ROUNDS = 3;
const BUYERS = 32;
/** Orders before anything is measured: a program that has just begun is slower. */
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
  /** Milliseconds of processor, one entry a round. */
  order: number[];
  look: number[];
}

/** The whole shop when so much was sold in it. */
interface Growth {
  orders: number;
  /** Milliseconds of processor an order on the same rifa. */
  order: number;
  /** Bytes that the database's log takes for an order just after a checkpoint, when it writes most. */
  logBytes: number;
}

const closing = closeAtTheEnd();
try {
  const shop = await openShop(BUYERS, closing);
  const http = await sellThroughHttp(shop, BUYERS, closing, 1);
  const sizes: Size[] = [];
  const growth: Growth[] = [];
  for (const sold of SOLD) {
    const rifaId = await addSoldRifa(shop.db, shop.pool, TOTAL, sold / TOTAL);
    await addPastOrders(shop.pool, rifaId, sold / COTAS, COTAS);
    sizes.push({ sold, rifaId, order: [], look: [] });
    if (growth.length === 0) await buy(shop, http, rifaId, WARM_UP);
    growth.push(await measureShop(shop, http, sizes[0]!.rifaId));
  }
  // Every size warms up alike.
  for (const { rifaId } of sizes) await buy(shop, http, rifaId, 300);
  for (let round = 0; round < ROUNDS; round++)
    for (const size of sizes) {
      size.order.push(await costOf(shop, http, orders, () => buy(shop, http, size.rifaId, orders)));
      size.look.push(await costOf(shop, http, orders, () => look(http, size.rifaId, orders)));
    }
  const rows = sizes.map(({ sold, order, look }) => ({ sold, order: middle(order), look: middle(look) }));
  const ratios = {
    order: dearest(rows.map((row) => row.order)),
    look: dearest(rows.map((row) => row.look)),
    shop: dearest(growth.map((row) => row.order)),
  };
  for (const { sold, order, look } of rows)
    console.log(
      `${whole(sold).padStart(10)} sold: an order ${order.toFixed(2)} ms, a look ${look.toFixed(2)} ms`,
    );
  for (const { orders: before, order, logBytes } of growth)
    console.log(
      `${whole(before).padStart(10)} orders: one more ${order.toFixed(2)} ms, ${whole(logBytes)} bytes of log`,
    );
  console.log(
    `dearest to first: order ${ratios.order.toFixed(2)}, look ${ratios.look.toFixed(2)}, in a shop grown ${ratios.shop.toFixed(2)}; goal ${GOAL}`,
  );
  if (options.json)
    writeFileSync(options.json, `${JSON.stringify({ loadBefore, rows, growth, ratios }, null, 2)}\n`);
  if (options.document) document(rows, growth, ratios);
  if (Math.max(...Object.values(ratios)) > GOAL) process.exitCode = 1;
} finally {
  await closing.run();
}

async function measureShop(shop: Shop, http: HttpSeller, rifaId: string): Promise<Growth> {
  const { rows } = await shop.pool.query<{ count: number }>('select count(*)::int as count from orders');
  await buy(shop, http, rifaId, 300);
  const costs: number[] = [];
  const bytes: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await shop.pool.query('checkpoint');
    const before = await walPosition(shop);
    costs.push(await costOf(shop, http, orders, () => buy(shop, http, rifaId, orders)));
    bytes.push(((await walPosition(shop)) - before) / orders);
  }
  return { orders: rows[0]!.count, order: middle(costs), logBytes: middle(bytes) };
}

async function buy(shop: Shop, http: HttpSeller, rifaId: string, count: number): Promise<void> {
  await http.sell(await planOrders(shop.platform, [rifaId], { k: COTAS, requested: false }, count), 600_000);
}

/** What the rifa's page reads. */
async function look(http: HttpSeller, rifaId: string, count: number): Promise<void> {
  const address = `http://127.0.0.1:${http.ports[0]!}/api/rifas/${rifaId}`;
  const task = async () => {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
    await answer.arrayBuffer();
  };
  await rush(
    Array.from({ length: count }, () => task),
    BUYERS,
    () => true,
  );
}

/** @returns milliseconds of processor each */
async function costOf(
  shop: Shop,
  http: HttpSeller,
  count: number,
  work: () => Promise<void>,
): Promise<number> {
  const before = http.processorSeconds() + shop.databaseSeconds();
  await work();
  return ((http.processorSeconds() + shop.databaseSeconds() - before) * 1000) / count;
}

function middle(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1]!;
}

function dearest(costs: readonly number[]): number {
  return Math.max(...costs) / costs[0]!;
}

function document(
  rows: readonly { sold: number; order: number; look: number }[],
  growth: readonly Growth[],
  ratios: { order: number; look: number; shop: number },
): void {
  const chart = drawLines({
    title: 'What an order costs as a rifa sells',
    subtitle: 'milliseconds of processor, by numbers sold of ten million',
    steps: rows.map(({ sold }) => whole(sold)),
    lines: [
      { name: 'an order', values: rows.map(({ order }) => order) },
      { name: 'a look at the rifa', values: rows.map(({ look }) => look) },
    ],
    format: (value) => `${value.toFixed(1)} ms`,
  });
  writeFileSync(join(CHARTS, 'size.svg'), chart);
  const met = (ratio: number) => `${ratio.toFixed(2)} (${ratio <= GOAL ? 'met' : '**not met**'})`;
  writePart(
    'size',
    `## Growth

${measuredOn('size', loadBefore)}

![Cost by numbers sold](charts/size.svg)

Rifas of ${whole(TOTAL)} numbers with different shares sold, in orders of ${COTAS} cotas. ${whole(orders)} further orders through the whole payment function over HTTP, and as many reads of the rifa, ${ROUNDS} times; medians. Goal: the most expensive at most ${GOAL} times the first.

${markdownTable(
  ['numbers sold', 'order, CPU ms', 'read of the rifa, CPU ms'],
  rows.map(({ sold, order, look }) => [whole(sold), order.toFixed(2), look.toFixed(2)]),
)}

The most expensive to the first: order ${met(ratios.order)}, read ${met(ratios.look)}.

Then the least sold rifa, while sales of the others fill the shop:

${markdownTable(
  ['orders in the shop', 'next order, CPU ms', 'WAL, kB per order'],
  growth.map(({ orders: before, order, logBytes }) => [
    whole(before),
    order.toFixed(2),
    (logBytes / 1000).toFixed(1),
  ]),
)}

The most expensive to the first: ${met(ratios.shop)}. The first row includes warm-up, and the last one autovacuum after a bulk load of two million orders. WAL is measured right after a checkpoint, when the first change of each page logs the full page; what grows are the two indexes by buyer, the only ones with random inserts. Partitioning and old rifas: [decision 009](decisions/009-old-rifas.md).`,
  );
}
