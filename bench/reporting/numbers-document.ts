/** Writes the numbers' part of docs/measurements.md, and its chart, from a whole run. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawChart } from './chart.ts';
import { CHARTS, markdownTable, measuredOn, writePart } from './document.ts';
import { judgeGoals } from '../selling/goals.ts';
import { percent, type Report, type Row, whole } from './report.ts';

const CHART = 'numbers-benchmark.svg';
const CHARTED_TOTAL = 10_000_000;

export function writeNumbersDocument(report: Report): void {
  const charted = report.rows.filter((row) => row.path === 'http' && row.total === CHARTED_TOTAL);
  writeFileSync(join(CHARTS, CHART), drawChart(charted));
  writePart('numbers', compose(report));
}

function compose(report: Report): string {
  const { buyers, processes, seconds, rows } = report;
  const ofPath = (path: Row['path']) => tableOf(rows.filter((row) => row.path === path));
  return `## How fast numbers sell

${measuredOn('numbers', report.loadBefore)}

![Orders a second as a share of the floor](charts/${CHART})

### What is measured

* **The floor** is the most that a design with one durable transaction a purchase could do here: pgbench inserts one row of two columns a transaction, with as many clients as there are buyers, before and after each row of the tables. Only ratios to the floor mean anything: absolute figures move with the machine and the hour.
* **The payment function through HTTP** is what a buyer waits for after 'pay': the session, the prices, the order with its numbers, lines and history, the charge, and the job that follows. ${processes === 1 ? 'One web process serves' : `${processes} web processes serve`} the product's own API to ${buyers} buyers at once, out of 4,000 signed-in people who take turns; one process more makes the load. The provider answers at once and in the same process: the product's own work is left.
* **The order batch writer** is the part that reserves: order, numbers, lines and history, without HTTP and without a charge.

All processes share one machine with PostgreSQL. pgbench takes far less of it than web processes and the load do, so on machines of their own the ratios would be higher. PostgreSQL is the embedded one with \`fsync\` on. Each row is ${seconds} s of selling; what was sold is undone in between.

### Goals

${markdownTable(
  ['goal', 'set', 'measured', 'met'],
  judgeGoals(report).map(({ what, goal, measured, isMet }) => [
    what,
    goal,
    measured,
    isMet ? 'yes' : '**no**',
  ]),
)}

Reserving alone has no address of its own, so its goal is held against the batch writer, which leaves HTTP out. Holds that end meanwhile are measured by \`npm run bench -- expiry\`.

### The payment function through HTTP

${ofPath('http')}

### The order batch writer

${ofPath('writer')}

\`k\`: cotas an order. \`requested\`: the orders carry the numbers that the cart drew. \`kept\`: share of those that the orders got; buyers who draw at the same moment may request the same number. Left out are rows with fewer free numbers than the buyers ask for at once.
`;
}

function tableOf(rows: readonly Row[]): string {
  return markdownTable(
    [
      'rifas',
      'numbers',
      'sold',
      'k',
      'requested',
      'orders/s',
      'of floor',
      'p50 ms',
      'p99 ms',
      'p99 of floor',
      'kept',
    ],
    rows.map((row) => [
      whole(row.rifas),
      whole(row.total),
      percent(row.sold),
      whole(row.k),
      row.requested ? 'yes' : 'no',
      whole(row.ordersPerSecond),
      row.ratio.toFixed(3),
      row.p50.toFixed(1),
      row.p99.toFixed(1),
      row.p99Ratio.toFixed(1),
      row.kept === null ? '' : row.kept.toFixed(3),
    ]),
  );
}
