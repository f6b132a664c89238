/**
 * Latency of draw updates to thousands of event streams of one web process, and how many orders a second it takes with and
 * without them.
 * `npm run bench -- draw-night`.
 *
 * Options: `--viewers N` (10000); `--rounds N`, changes (3); `--orders N` per throughput measurement (2000); `--document` writes its
 * part of docs/measurements.md.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { createSessions } from '../shop/bench-sessions.ts';
import { openShop } from '../shop/bench-shop.ts';
import { addSoldRifa } from '../shop/sold-rifas.ts';
import { importTool } from '../shop/site.ts';
import { planOrders } from '../shop/stock.ts';
import { createCleanup } from '../processes/cleanup.ts';
import type { Latencies, ListenRequest, WatchRequest } from '../processes/listeners-process.ts';
import { residentMegabytes } from '../processes/process-usage.ts';
import { replyOf, startProcess, startWebProcess } from '../processes/processes.ts';
import { describeRun, markdownTable, writePart } from '../reporting/document.ts';
import { formatInteger } from '../reporting/report.ts';
import { quantile } from '../selling/run-concurrently.ts';
import { startLoad } from '../selling/sellers.ts';

const BUYERS = 64;
const COTAS = 10;
const GOAL_MS = 2_000;
const GOAL_RATE = 0.8;
/** End of an event, each of which holds the whole draw. */
const END_OF_EVENT = '}\n\n';

const { values: options } = parseArgs({
  options: {
    viewers: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '3' },
    orders: { type: 'string', default: '2000' },
    document: { type: 'boolean', default: false },
  },
});
const viewers = Number(options.viewers);
const rounds = Number(options.rounds);
const orders = Number(options.orders);
const loadBefore = loadavg()[0]!;
const { serving } = (await importTool('serving.mjs')) as { serving: Record<string, string> };

interface Delivery {
  p50: number;
  slowest: number;
  lost: number;
}

const cleanup = createCleanup();
try {
  const shop = await openShop(BUYERS, cleanup);
  const tokens = await createSessions(shop);
  const web = await startWebProcess(shop.url, cleanup, {
    settings: { ...serving, TRUSTED_PROXY_HOPS: '1' },
  });
  const load = startLoad([web.port], tokens, cleanup);
  const listeners = startProcess('listeners-process.ts', cleanup, { serialization: 'advanced' });
  const sold = await addSoldRifa(shop.db, shop.pool, 1_000_000, 0);
  const watched = await addSoldRifa(shop.db, shop.pool, 1_000, 0);
  const plan = () => planOrders(shop.platform, [sold], { k: COTAS, requested: true }, orders);
  const measureOrdersPerSecond = async () => {
    const { saturated } = await load.sellTo(BUYERS, await plan());
    return saturated.completed / saturated.seconds;
  };
  const changeDraw = () =>
    shop.pool.query(
      "update rifas set status = case status when 'active' then 'closed' else 'active' end where id = $1",
      [watched],
    );
  const measureDelivery = async (): Promise<Delivery> => {
    const sentAt = performance.timeOrigin + performance.now();
    const request: WatchRequest = { kind: 'watch', mark: END_OF_EVENT, sentAt, listeners: viewers };
    listeners.send(request);
    await replyOf<string>(listeners);
    const received = replyOf<Latencies>(listeners);
    await changeDraw();
    const latencies = await received;
    return {
      p50: quantile(latencies, 0.5),
      slowest: latencies.at(-1) ?? Number.NaN,
      lost: viewers - latencies.length,
    };
  };

  await measureOrdersPerSecond();
  const rateBefore = await measureOrdersPerSecond();
  const path = `/api/draws/${watched}/live`;
  const before = residentMegabytes(web.child.pid!);
  listeners.send({
    kind: 'listen',
    port: web.port,
    path,
    tokens: [],
    connections: viewers,
    hasIpAddresses: true,
  } satisfies ListenRequest);
  await replyOf<number>(listeners);
  const kilobytes = ((residentMegabytes(web.child.pid!) - before) * 1024) / viewers;
  const [withoutSales, duringSales, rates]: [Delivery[], Delivery[], number[]] = [[], [], []];
  for (let round = 0; round < rounds; round++) {
    withoutSales.push(await measureDelivery());
    const rate = measureOrdersPerSecond();
    duringSales.push(await measureDelivery());
    rates.push(await rate);
  }
  const report = describe({ withoutSales, duringSales, rates, rateBefore, kilobytes });
  console.log(report);
  if (options.document) writePart('draw-night', report);
  process.exitCode = [...withoutSales, ...duringSales].some(({ lost }) => lost > 0) ? 1 : 0;
} finally {
  await cleanup.run();
}

interface Measurements {
  /** Deliveries without sales, and during sales (ms). */
  withoutSales: Delivery[];
  duringSales: Delivery[];
  /** Orders per second, with and without viewers. */
  rates: number[];
  rateBefore: number;
  /** Memory per stream. */
  kilobytes: number;
}

function describe({ withoutSales, duringSales, rates, rateBefore, kilobytes }: Measurements): string {
  const rate = rates.reduce((sum, one) => sum + one, 0) / rates.length;
  return `## A draw that many watch

${describeRun('draw-night', loadBefore)}

${formatInteger(viewers)} event streams of a draw are open to one web process, which also sells to ${BUYERS} concurrent buyers. The draw changes ${rounds} times while nobody buys, and ${rounds} times under sales; each event has the whole draw after the change. Streams, buyers, database and web process share the machine. ${kilobytes.toFixed(1)} kB of the process a stream.

${markdownTable(
  ['what', 'goal', 'measured', 'met'],
  [
    ['the slowest has the change', ...deliveryRow(withoutSales)],
    ['the same under sales', ...deliveryRow(duringSales)],
    [
      'orders/s, to those before anyone watched',
      `at least ${GOAL_RATE}`,
      `${(rate / rateBefore).toFixed(2)} (${formatInteger(rate)} of ${formatInteger(rateBefore)})`,
      met(rate / rateBefore >= GOAL_RATE),
    ],
  ],
)}
`;
}

function met(isMet: boolean): string {
  return isMet ? 'yes' : '**no**';
}

/** Goal, measured value, whether it is met. */
function deliveryRow(rounds: readonly Delivery[]): string[] {
  const slowest = Math.max(...rounds.map((round) => round.slowest));
  const median = quantile(
    rounds.map(({ p50 }) => p50).toSorted((one, other) => one - other),
    0.5,
  );
  return [
    `${formatInteger(GOAL_MS)} ms`,
    `${formatInteger(slowest)} ms (p50 ${formatInteger(median)} ms)`,
    met(slowest <= GOAL_MS),
  ];
}
