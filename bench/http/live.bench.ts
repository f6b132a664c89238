/**
 * Latency of a global notification over thousands of event streams of one process, and memory per connection; compared
 * with a plain event stream of the same bytes in the same run. `npm run bench -- live`.
 *
 * Options: `--connections N` (5000); `--rounds N` (10); `--document` writes its part of docs/measurements.md;
 * `--profile FOLDER` for the web process's CPU profile.
 */
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { sendNotification } from '@mare/server/notifications/send-notification.ts';
import { createSessions } from '../shop/bench-sessions.ts';
import { importTool } from '../shop/site.ts';
import { openShop, type Shop } from '../shop/bench-shop.ts';
import { createCleanup } from '../processes/cleanup.ts';
import { markdownTable, describeRun, writePart } from '../reporting/document.ts';
import type { Latencies, ListenRequest, WatchRequest } from '../processes/listeners-process.ts';
import { residentMegabytes } from '../processes/process-usage.ts';
import { replyOf, startProcess, startWebProcess } from '../processes/processes.ts';
import { quantile } from '../selling/run-concurrently.ts';

const { values: options } = parseArgs({
  options: {
    connections: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '10' },
    document: { type: 'boolean', default: false },
    profile: { type: 'string' },
  },
});
const connections = Number(options.connections);
const rounds = Number(options.rounds);
const loadBefore = loadavg()[0]!;
/** Memory settings of `npm start`, for both. */
const { serving } = (await importTool('serving.mjs')) as { serving: Record<string, string> };

interface Measured {
  name: string;
  openingMs: number;
  megabytesBefore: number;
  megabytesAfter: number;
  p50: number;
  p99: number;
  slowest: number;
  lost: number;
}

/** Memory of the process per open stream. */
const GOAL_KILOBYTES = 25;
/** p50 to that of the floor. */
const GOAL_P50 = 2;

const cleanup = createCleanup();
try {
  const shop = await openShop(8, cleanup);
  const tokens = await createSessions(shop);
  const listeners = startProcess('listeners-process.ts', cleanup, { serialization: 'advanced' });
  const floorProcess = startProcess('live-floor-process.ts', cleanup, {
    env: { ...process.env, ...serving },
  });
  const floorPort = await replyOf<number>(floorProcess);
  const floor = await measure(
    'plain event stream',
    listeners,
    floorProcess,
    floorPort,
    tokens,
    async (mark) => {
      floorProcess.send(eventOf(mark));
    },
  );
  const web = await startWebProcess(shop.url, cleanup, {
    profileFolder: options.profile,
    settings: serving,
  });
  const product = await measure('notifications', listeners, web.child, web.port, tokens, (mark) =>
    notifyAll(shop, mark),
  );
  const report = describe(product, floor);
  console.log(report);
  if (options.document) writePart('live', report);
  process.exitCode = product.lost + floor.lost > 0 ? 1 : 0;
} finally {
  await cleanup.run();
}

async function measure(
  name: string,
  listeners: ChildProcess,
  server: ChildProcess,
  port: number,
  tokens: string[],
  publish: (mark: string) => Promise<unknown>,
): Promise<Measured> {
  const megabytesBefore = residentMegabytes(server.pid!);
  listeners.send({
    kind: 'listen',
    port,
    path: '/api/notifications/live',
    tokens,
    connections,
  } satisfies ListenRequest);
  const openingMs = await replyOf<number>(listeners);
  const megabytesAfter = residentMegabytes(server.pid!);
  const latencies: Latencies = [];
  // The first round warms up.
  for (let round = 0; round <= rounds; round++) {
    const mark = randomUUID();
    const sentAt = performance.timeOrigin + performance.now();
    listeners.send({ kind: 'watch', mark, sentAt, listeners: connections } satisfies WatchRequest);
    await replyOf<string>(listeners);
    const received = replyOf<Latencies>(listeners);
    await publish(mark);
    const result = await received;
    if (round > 0) latencies.push(...result);
  }
  latencies.sort((one, other) => one - other);
  return {
    name,
    openingMs,
    megabytesBefore,
    megabytesAfter,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    slowest: latencies.at(-1) ?? Number.NaN,
    lost: rounds * connections - latencies.length,
  };
}

/** Written by this process, delivered by the web process. */
function notifyAll({ db, platform }: Shop, mark: string): Promise<boolean> {
  return sendNotification(db, platform, { userId: null, type: 'info', title: 'Sorteio hoje', message: mark });
}

function eventOf(mark: string): string {
  const notification = {
    id: randomUUID(),
    type: 'info',
    title: 'Sorteio hoje',
    message: mark,
    data: {},
    read: false,
  };
  return `event: message\nid: 1\ndata: ${JSON.stringify({ json: { kind: 'arrived', sequence: 1, notification } })}\n\n`;
}

function kilobytesOf({ megabytesBefore, megabytesAfter }: Measured): number {
  return ((megabytesAfter - megabytesBefore) * 1024) / connections;
}

function describe(product: Measured, floor: Measured): string {
  const connectionCount = connections.toLocaleString('en');
  const rows = [product, floor].map((each) => [
    each.name,
    (each.openingMs / 1000).toFixed(1),
    `${each.megabytesBefore.toFixed(0)} → ${each.megabytesAfter.toFixed(0)}`,
    kilobytesOf(each).toFixed(1),
    each.p50.toFixed(0),
    each.p99.toFixed(0),
    each.slowest.toFixed(0),
    String(each.lost),
  ]);
  return `## Live notifications

${describeRun('live', loadBefore)}

${connectionCount} event streams are open to one web process. Another process writes a global notification; measured is the time from before the write until each stream has it, over ${rounds} of them. The floor is a plain event stream: a process without database or framework that writes the same bytes to as many connections. The listeners share the machine with both.

${markdownTable(['what', 'opening all, s', 'memory, MB', 'kB per connection', 'p50 ms', 'p99 ms', 'slowest ms', 'lost'], rows)}

To the floor: p50 × ${(product.p50 / floor.p50).toFixed(1)}, p99 × ${(product.p99 / floor.p99).toFixed(1)}. Goals: at most ${GOAL_KILOBYTES} kB a connection (${met(kilobytesOf(product) <= GOAL_KILOBYTES)}) and × ${GOAL_P50} at p50 (${met(product.p50 <= GOAL_P50 * floor.p50)}).
`;
}

function met(isMet: boolean): string {
  return isMet ? 'met' : '**not met**';
}
