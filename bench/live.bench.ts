/**
 * News for everybody, told to thousands of open browsers by one process: how long until each has heard, and how much
 * memory a connection takes; against a plain event stream of the same bytes in the same run.
 *
 * Options: `--connections N` (5000); `--rounds N` (10); `--document` writes its part of docs/measurements.md;
 * `--profile FOLDER` for the web process's CPU profile.
 */
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { sendNotification } from '@mare/server/notifications/send-notification.ts';
import { makeSessions } from './shop/bench-sessions.ts';
import { openShop, type Shop } from './shop/bench-shop.ts';
import { closeAtTheEnd } from './processes/closing.ts';
import { markdownTable, measuredOn, writePart } from './reporting/document.ts';
import type { Heard, ListenRequest, WatchRequest } from './processes/listeners-process.ts';
import { residentMegabytes } from './processes/process-costs.ts';
import { answerOf, startProcess, startWebProcess } from './processes/processes.ts';
import { quantile } from './selling/rush.ts';

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

const closing = closeAtTheEnd();
try {
  const shop = await openShop(8, closing);
  const tokens = await makeSessions(shop);
  const listeners = startProcess('listeners-process.ts', closing, { serialization: 'advanced' });
  const floorProcess = startProcess('live-floor-process.ts', closing);
  const floorPort = await answerOf<number>(floorProcess);
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
  const web = await startWebProcess(shop.url, closing, { profileFolder: options.profile });
  const product = await measure('notifications', listeners, web.child, web.port, tokens, (mark) =>
    tell(shop, mark),
  );
  const report = describe(product, floor);
  console.log(report);
  if (options.document) writePart('live', report);
  process.exitCode = product.lost + floor.lost > 0 ? 1 : 0;
} finally {
  await closing.run();
}

async function measure(
  name: string,
  listeners: ChildProcess,
  teller: ChildProcess,
  port: number,
  tokens: string[],
  tellAll: (mark: string) => Promise<unknown>,
): Promise<Measured> {
  const megabytesBefore = residentMegabytes(teller.pid!);
  listeners.send({
    kind: 'listen',
    port,
    path: '/api/notifications/live',
    tokens,
    connections,
  } satisfies ListenRequest);
  const openingMs = await answerOf<number>(listeners);
  const megabytesAfter = residentMegabytes(teller.pid!);
  const heard: Heard = [];
  // The first round warms up.
  for (let round = 0; round <= rounds; round++) {
    const mark = randomUUID();
    const sentAt = performance.timeOrigin + performance.now();
    listeners.send({ kind: 'watch', mark, sentAt, listeners: connections } satisfies WatchRequest);
    await answerOf<string>(listeners);
    const hearing = answerOf<Heard>(listeners);
    await tellAll(mark);
    const result = await hearing;
    if (round > 0) heard.push(...result);
  }
  heard.sort((one, other) => one - other);
  return {
    name,
    openingMs,
    megabytesBefore,
    megabytesAfter,
    p50: quantile(heard, 0.5),
    p99: quantile(heard, 0.99),
    slowest: heard.at(-1) ?? Number.NaN,
    lost: rounds * connections - heard.length,
  };
}

/** Written by this process, heard through the other one. */
function tell({ db, platform }: Shop, mark: string): Promise<boolean> {
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

function describe(product: Measured, floor: Measured): string {
  const many = connections.toLocaleString('en');
  const rows = [product, floor].map((each) => [
    each.name,
    (each.openingMs / 1000).toFixed(1),
    `${each.megabytesBefore.toFixed(0)} → ${each.megabytesAfter.toFixed(0)}`,
    (((each.megabytesAfter - each.megabytesBefore) * 1024) / connections).toFixed(1),
    each.p50.toFixed(0),
    each.p99.toFixed(0),
    each.slowest.toFixed(0),
    String(each.lost),
  ]);
  return `## Live notifications

${measuredOn('live', loadBefore)}

${many} event streams are open to one web process. Another process writes a global notification; measured is the time from before the write until each stream has it, over ${rounds} of them. The floor is a plain event stream: a process without database or framework that writes the same bytes to as many connections. The listeners share the machine with both.

${markdownTable(['what', 'opening all, s', 'memory, MB', 'kB per connection', 'p50 ms', 'p99 ms', 'slowest ms', 'lost'], rows)}

To the floor: p50 × ${(product.p50 / floor.p50).toFixed(1)}, p99 × ${(product.p99 / floor.p99).toFixed(1)}.
`;
}
