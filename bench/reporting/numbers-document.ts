/** Writes the `numbers` part of docs/measurements.md and its chart. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawBarChart } from './bar-chart.ts';
import { CHARTS, markdownTable, describeRun, writePart } from './document.ts';
import { checkGoals } from '../selling/goals.ts';
import { percent, type Report, type Row, formatInteger } from './report.ts';

const CHART = 'numbers-benchmark.svg';
const CHARTED_TOTAL = 10_000_000;

export function writeNumbersDocument(report: Report): void {
  const charted = report.rows.filter((row) => row.path === 'http' && row.total === CHARTED_TOTAL);
  writeFileSync(join(CHARTS, CHART), drawBarChart(charted));
  writePart('numbers', compose(report));
}

function compose(report: Report): string {
  const { buyers, processes, seconds, rows } = report;
  const ofPath = (path: Row['path']) => tableOf(rows.filter((row) => row.path === path));
  return `## How fast numbers sell

${describeRun('numbers', report.loadBefore)}

![Orders per second as a share of the floor](charts/${CHART})

### What is measured

* **The floor** is the upper bound of a design with one durable transaction per purchase: pgbench inserts one row of two columns per transaction, with as many clients as buyers, before and after each row of the tables. Compare ratios to the floor; absolute values depend on the machine.
* **The payment function through HTTP** is the request after 'pay': session, prices, the order with its numbers, lines and history, the charge, and the job. ${processes === 1 ? 'One web process serves' : `${processes} web processes serve`} the product's own API to ${buyers} concurrent buyers, from a pool of 4,000 signed-in users; another process generates the load. The provider is a stub in the same process, so that only the product is measured.
* **The order batch writer** reserves: order, numbers, lines and history, without HTTP and without a charge.

All processes share one machine with PostgreSQL. pgbench needs far less CPU than web processes and the load, so the ratios would be higher on separate machines. PostgreSQL is the embedded one with \`fsync\` on. Each row is ${seconds} s of sales, undone afterwards.

### Goals

${markdownTable(
  ['goal', 'set', 'measured', 'met'],
  checkGoals(report).map(({ what, goal, measured, isMet }) => [
    what,
    goal,
    measured,
    isMet ? 'yes' : '**no**',
  ]),
)}

There is no endpoint that only reserves, so that goal applies to the batch writer, without HTTP. The effect of expiring reservations is measured by \`npm run bench -- expiry\`.

### The payment function through HTTP

${ofPath('http')}

### The order batch writer

${ofPath('writer')}

\`k\`: cotas per order. \`requested\`: orders carry the numbers that the cart drew. \`kept\`: share of these that the orders got; concurrent buyers may draw the same number. Rows with fewer free numbers than concurrent demand are omitted.
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
      'p50 (ms)',
      'p99 (ms)',
      'p99 of floor',
      'kept',
    ],
    rows.map((row) => [
      formatInteger(row.rifas),
      formatInteger(row.total),
      percent(row.sold),
      formatInteger(row.k),
      row.requested ? 'yes' : 'no',
      formatInteger(row.ordersPerSecond),
      row.ratio.toFixed(3),
      row.p50.toFixed(1),
      row.p99.toFixed(1),
      row.p99Ratio.toFixed(1),
      row.kept === null ? '' : row.kept.toFixed(3),
    ]),
  );
}
