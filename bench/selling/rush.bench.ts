/**
 * A flash sale: 20,000 orders on one rifa through HTTP, with a growing number of concurrent buyers, far past saturation.
 * Rejected buyers retry after `Retry-After` until they succeed. Afterwards the counters must match the acknowledged
 * orders, and no number may be in two orders. `npm run bench -- rush`.
 *
 * Options: `--orders N` in total (20000); `--processes N`, web processes (2); `--document` writes its part of
 * docs/measurements.md and its charts; `--json FILE` writes the rows.
 */
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkNumberCounts } from '@mare/server/orders/orders.testing.ts';
import { openShop, type Shop } from '../shop/bench-shop.ts';
import { createCleanup } from '../processes/cleanup.ts';
import { CHARTS, markdownTable, describeRun, writePart } from '../reporting/document.ts';
import { type Floor, measureFloor } from './floor.ts';
import { drawLineChart } from '../reporting/line-chart.ts';
import { formatInteger } from '../reporting/report.ts';
import { quantile } from './run-concurrently.ts';
import { type HttpSeller, sellThroughHttp } from './sellers.ts';
import { addSoldRifa } from '../shop/sold-rifas.ts';
import { planOrders } from '../shop/stock.ts';

/** Concurrent buyers, and the share of all orders that they place: enough for each to buy more than once. */
const STEPS: readonly [buyers: number, share: number][] = [
  [16, 0.02],
  [64, 0.05],
  [256, 0.13],
  [1_024, 0.25],
  [4_096, 0.55],
];
const COTAS = 10;
const FLOOR_CLIENTS = 64;
/** p99 of admitted requests. */
const GOAL_MS = 1_000;
/** Throughput of the last step relative to the best one. */
const PLATEAU_GOAL = 0.8;

const { values: options } = parseArgs({
  options: {
    orders: { type: 'string', default: '20000' },
    processes: { type: 'string', default: '2' },
    document: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});
const orders = Number(options.orders);
const processes = Number(options.processes);
const loadBefore = loadavg()[0]!;

interface Step {
  orders: number;
  buyers: number;
  /** While every buyer has an order to place. */
  perSecond: number;
  /** Including the tail, when only retries are left. */
  perSecondWithTail: number;
  ratio: number;
  /** Latency of admitted requests, milliseconds. */
  p50: number;
  p99: number;
  rejections: number;
  /** Latency of rejections, milliseconds. */
  rejectionP99: number;
  /** Milliseconds from the first attempt to the order, including retries. */
  p99WithRetries: number;
  /** CPU milliseconds per order. */
  webMs: number;
  databaseMs: number;
  loadMs: number;
}

const cleanup = createCleanup();
try {
  const shop = await openShop(FLOOR_CLIENTS, cleanup);
  const http = await sellThroughHttp(shop, FLOOR_CLIENTS, cleanup, processes);
  const rifaId = await addSoldRifa(shop.db, shop.pool, 1_000_000, 0);
  const plan = (count: number) => planOrders(shop.platform, [rifaId], { k: COTAS, requested: true }, count);
  await http.sell(await plan(1_000), 600_000);
  const before = measureFloor(shop.url, FLOOR_CLIENTS);
  const steps: Step[] = [];
  for (const [buyers, share] of STEPS) {
    const step = await sellStep(shop, http, buyers, await plan(Math.ceil(orders * share)));
    steps.push({ ...step, ratio: step.perSecond / before.perSecond });
    print(steps.at(-1)!);
  }
  const floor = averageFloor(before, measureFloor(shop.url, FLOOR_CLIENTS));
  for (const step of steps) step.ratio = step.perSecond / floor.perSecond;
  const counts = await checkNumberCounts(shop.db, rifaId);
  const sold = (1_000 + steps.reduce((sum, step) => sum + step.orders, 0)) * COTAS;
  if (counts.reserved !== sold || counts.free + counts.reserved + counts.sold !== counts.total)
    throw new Error(`${sold} cotas were acknowledged, but the counters are ${JSON.stringify(counts)}`);
  console.log(`counters: ${JSON.stringify(counts)}; no number is in two orders`);
  if (options.json)
    writeFileSync(options.json, `${JSON.stringify({ loadBefore, floor, steps, counts }, null, 2)}\n`);
  if (options.document) document(steps, floor);
  if (checkGoals(steps).some(({ isMet }) => !isMet)) process.exitCode = 1;
} finally {
  await cleanup.run();
}

async function sellStep(
  shop: Shop,
  http: HttpSeller,
  buyers: number,
  planned: Parameters<HttpSeller['sell']>[0],
): Promise<Omit<Step, 'ratio'>> {
  const [web, database, load] = [http.cpuSeconds(), shop.databaseCpuSeconds(), http.loadCpuSeconds()];
  const sales = await http.sellTo(buyers, planned);
  if (sales.accepted.length !== planned.length)
    throw new Error(`${planned.length - sales.accepted.length} buyers got no response`);
  return {
    orders: planned.length,
    buyers,
    perSecond: sales.saturated.completed / sales.saturated.seconds,
    perSecondWithTail: sales.completed / sales.seconds,
    p50: quantile(sales.accepted, 0.5),
    p99: quantile(sales.accepted, 0.99),
    rejections: sales.rejections.length,
    rejectionP99: quantile(sales.rejections, 0.99),
    p99WithRetries: quantile(sales.latencies, 0.99),
    webMs: ((http.cpuSeconds() - web) * 1000) / planned.length,
    databaseMs: ((shop.databaseCpuSeconds() - database) * 1000) / planned.length,
    loadMs: ((http.loadCpuSeconds() - load) * 1000) / planned.length,
  };
}

function averageFloor(before: Floor, after: Floor): Floor {
  const mean = (metric: keyof Floor) => (before[metric] + after[metric]) / 2;
  return { perSecond: mean('perSecond'), p50: mean('p50'), p99: mean('p99') };
}

function print(step: Step): void {
  console.log(
    `${String(step.buyers).padStart(5)} buyers: ${formatInteger(step.perSecond)} orders/s, ${formatInteger(step.perSecondWithTail)} incl. tail (${step.ratio.toFixed(3)} of the floor), ` +
      `p99 ${Math.round(step.p99)} ms, ${step.rejections} rejections` +
      `${step.rejections > 0 ? ` (p99 ${Math.round(step.rejectionP99)} ms)` : ''}, ` +
      `including retries p99 ${Math.round(step.p99WithRetries)} ms; CPU per order: web ${step.webMs.toFixed(2)} ms, database ${step.databaseMs.toFixed(2)} ms, load ${step.loadMs.toFixed(2)} ms`,
  );
}

function checkGoals(steps: readonly Step[]) {
  const best = Math.max(...steps.map(({ perSecond }) => perSecond));
  const last = steps.at(-1)!.perSecond / best;
  const slowest = Math.max(...steps.map(({ p99 }) => p99));
  return [
    {
      what: `orders/s with ${formatInteger(STEPS.at(-1)![0])} buyers, to the best step`,
      goal: `at least ${PLATEAU_GOAL}`,
      measured: last.toFixed(2),
      isMet: last >= PLATEAU_GOAL,
    },
    {
      what: 'p99 of admitted requests, at every step',
      goal: `under ${formatInteger(GOAL_MS)} ms`,
      measured: `${formatInteger(slowest)} ms`,
      isMet: slowest < GOAL_MS,
    },
    { what: 'buyers without a response, numbers sold twice', goal: '0', measured: '0', isMet: true },
  ];
}

function document(steps: readonly Step[], floor: Floor): void {
  const best = Math.max(...steps.map(({ perSecond }) => perSecond));
  const names = steps.map(({ buyers }) => formatInteger(buyers));
  const charts = {
    'rush-throughput.svg': drawLineChart({
      title: 'Flash sale: orders per second',
      subtitle: 'relative to the best step, by concurrent buyers',
      steps: names,
      lines: [{ name: 'orders/s', values: steps.map(({ perSecond }) => perSecond / best) }],
      format: (value) => `${Math.round(value * 100)}%`,
    }),
    'rush-waiting.svg': drawLineChart({
      title: 'Flash sale: waiting time',
      subtitle: 'p99 in seconds, by concurrent buyers',
      steps: names,
      lines: [
        { name: 'admitted requests', values: steps.map(({ p99 }) => p99 / 1000) },
        { name: 'including retries', values: steps.map(({ p99WithRetries }) => p99WithRetries / 1000) },
      ],
      format: String,
    }),
  };
  for (const [file, drawing] of Object.entries(charts)) writeFileSync(join(CHARTS, file), drawing);
  writePart('rush', compose(steps, floor));
}

function compose(steps: readonly Step[], floor: Floor): string {
  return `## A flash sale

${describeRun('rush', loadBefore)}

![Orders per second by concurrent buyers](charts/rush-throughput.svg)

![Waiting time by concurrent buyers](charts/rush-waiting.svg)

${formatInteger(orders)} orders of ${COTAS} cotas on one rifa of 1,000,000 numbers through the whole payment function over HTTP, ${processes} web processes, the provider a stub in the same process. Each buyer orders in a loop; a rejected buyer (503 with \`Retry-After\`) retries the same order after that time, spread over a second, until it succeeds. The floor is one-row inserts of pgbench with ${FLOOR_CLIENTS} clients before and after: ${formatInteger(floor.perSecond)}/s, p99 ${floor.p99.toFixed(1)} ms. Load, database and web processes share the machine.

${markdownTable(
  ['goal', 'set', 'measured', 'met'],
  checkGoals(steps).map(({ what, goal, measured, isMet }) => [
    what,
    goal,
    measured,
    isMet ? 'yes' : '**no**',
  ]),
)}

${markdownTable(
  [
    'concurrent buyers',
    'orders/s',
    'incl. tail',
    'of floor',
    'p50 (ms)',
    'p99 (ms)',
    'rejections',
    'rejection latency, p99 (ms)',
    'including retries, p99 (ms)',
    'web CPU per order (ms)',
    'database CPU per order (ms)',
    'load CPU per order (ms)',
  ],
  steps.map((step) => [
    formatInteger(step.buyers),
    formatInteger(step.perSecond),
    formatInteger(step.perSecondWithTail),
    step.ratio.toFixed(3),
    formatInteger(step.p50),
    formatInteger(step.p99),
    formatInteger(step.rejections),
    step.rejections === 0 ? '' : formatInteger(step.rejectionP99),
    formatInteger(step.p99WithRetries),
    step.webMs.toFixed(2),
    step.databaseMs.toFixed(2),
    step.loadMs.toFixed(2),
  ]),
)}

Afterwards every acknowledged order existed once, free + reserved + sold equalled the total, and no number was in two orders. The last three columns are CPU time, which other load on the machine does not affect.

Buyers connect before the start, like visitors waiting for a sale to begin. 'Orders/s' is counted while every buyer has an order to place; 'incl. tail' includes the seconds in which only retries are left. What keeps a crowd cheap: admitting only what can be served in a third of a second, but enough for full batches; rejecting before session, body and routes are read; a long accept queue; retries spread over a second.
`;
}
