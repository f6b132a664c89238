/** The comparison table, and functional differences between the shops. */
import { markdownTable } from '../reporting/document.ts';

export interface Measured {
  /** Processor milliseconds of the process and of the database. */
  programMs: number;
  databaseMs: number;
  perSecond: number;
  /** Measured. */
  count: number;
}

export interface PeerRow {
  name: string;
  list: Measured;
  product: Measured;
  cart: Measured;
  checkout: Measured;
  checkoutRequests: number;
  /** From the start of the process to its first response to the product list. */
  startSeconds: number;
  /** Processor time in these seconds. */
  startCpuSeconds: number;
  /** Disk usage. */
  megabytes: number;
  residentMegabytes: number;
}

const ROWS = [
  { key: 'list', what: 'list of twelve' },
  { key: 'product', what: 'one product' },
  { key: 'cart', what: 'cart write' },
  { key: 'checkout', what: 'whole checkout' },
] as const;

/** Minimum multiples of the peer's throughput that our shop must reach. */
const GOALS = { medusa: { checkout: 60 }, vendure: { checkout: 15, other: 5 } };

export function printPeer(row: PeerRow, ours: PeerRow): void {
  console.log(row.name);
  for (const { key, what } of ROWS) {
    const { programMs, databaseMs, perSecond } = row[key];
    console.log(
      `  ${what.padEnd(16)} ${programMs.toFixed(2)} + ${databaseMs.toFixed(2)} ms, ${perSecond.toFixed(1)}/s, ` +
        `${timesOf(row[key], ours[key]).toFixed(1)} times ours`,
    );
  }
  console.log(
    `  start ${row.startSeconds.toFixed(1)} s (${row.startCpuSeconds.toFixed(1)} s of processor), ${Math.round(row.residentMegabytes)} MB of memory, ${Math.round(row.megabytes)} MB on disk`,
  );
}

/** @param described the sentence on the run and its machine */
export function describePeers(rows: readonly PeerRow[], described: string, buyers: number): string {
  const [ours, ...peers] = rows;
  const heading = ['', ...rows.map(({ name }) => name)];
  const line = (what: string, cell: (row: PeerRow) => string) => [what, ...rows.map(cell)];
  const cost = ROWS.map(({ key, what }) =>
    line(`${what}: process + database, ms; how many a second`, (row) => {
      const { programMs, databaseMs, perSecond, count } = row[key];
      const times = row === ours ? '' : ` (× ${timesOf(row[key], ours![key]).toFixed(1)})`;
      return `${programMs.toFixed(2)} + ${databaseMs.toFixed(2)}${times}; ${perSecond.toFixed(1)}/s of ${count}`;
    }),
  );
  const goals = peers.flatMap((peer) => goalsOf(peer, ours!));
  return `## Peers side by side

${described}

Medusa and Vendure from the npm registry, each in one process in production mode with its jobs left to a worker that does not run, beside our web process without pages. All use the same PostgreSQL server, pools of the same size, and ${buyers} concurrent buyers, one shop after the other. Cost is the processor time of the one process and of the whole database per request or checkout; other work on the machine changes the rate per second, but hardly these. The multiple is the sum of both, to ours.

${markdownTable(['goal', 'set', 'measured', 'met'], goals)}

${markdownTable(heading, [
  ...cost,
  line('requests of a checkout', (row) => String(row.checkoutRequests)),
  line(
    'start to the first list, s (of processor)',
    (row) => `${row.startSeconds.toFixed(1)} (${row.startCpuSeconds.toFixed(1)})`,
  ),
  line('resident memory after the run, MB', (row) => row.residentMegabytes.toFixed(0)),
  line('on disk with its packages, MB', (row) => row.megabytes.toFixed(0)),
])}

What each does that the others do not:

* **This shop** draws ten numbers and keeps each from being sold twice, signs the prices, and serves lists and products to everyone from a cache of at most 0.4 s. It has one currency, no variants, no delivery, and the buyers are signed in. Its process has neither pages nor panel here; with them it starts in about 1.2 s.
* **Vendure** computes tax, promotions and delivery of each order, writes its history, and reads stock of the variant, under GraphQL, whose answer the client chooses. Its list is the one of its search index, without a cache in front. A guest buys: a session for each. The payment is its dummy method, authorised but not settled.
* **Medusa** computes prices by region and rules, tax, promotions and delivery, reserves stock by location, and runs each step as a workflow with compensation. Events, cache, locks and workflows are those in memory, as it starts without further services; lists are not cached. A guest buys. The payment is its manual one.
* Neither peer could sell numbered cotas without code of its own, and neither sends anything in this comparison. A checkout is the fewest requests that each API allows.
`;
}

function goalsOf(peer: PeerRow, ours: PeerRow): string[][] {
  const isMedusa = peer.name.startsWith('Medusa');
  return ROWS.filter(({ key }) => !isMedusa || key === 'checkout').map(({ key, what }) => {
    const goals = isMedusa ? GOALS.medusa : GOALS.vendure;
    const goal = key === 'checkout' ? goals.checkout : GOALS.vendure.other;
    const times = timesOf(peer[key], ours[key]);
    return [
      `${what}, ${peer.name} to ours`,
      `at least ${goal}`,
      times.toFixed(1),
      times >= goal ? 'yes' : '**no**',
    ];
  });
}

function timesOf(peer: Measured, ours: Measured): number {
  return (peer.programMs + peer.databaseMs) / (ours.programMs + ours.databaseMs);
}
