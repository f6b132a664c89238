/** Writes docs/performance.md and its chart from a whole run. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { drawChart } from './chart.ts';
import { judgeGoals } from './goals.ts';
import { percent, type Report, type Row, whole } from './report.ts';

const DOCS = join(import.meta.dirname, '../docs');
const CHART = 'numbers-benchmark.svg';
const CHARTED_TOTAL = 10_000_000;

export function writeDocument(report: Report, folder = DOCS, today = new Date()): void {
  const charted = report.rows.filter((row) => row.path === 'http' && row.total === CHARTED_TOTAL);
  writeFileSync(join(folder, CHART), drawChart(charted));
  writeSection(compose(report, today), folder);
}

/** Takes the place of the part under the same first-level heading in docs/performance.md; the others stay as they are. */
export function writeSection(section: string, folder = DOCS): void {
  const file = join(folder, 'performance.md');
  const headingOf = (text: string) => text.slice(0, text.indexOf('\n'));
  const sections = (existsSync(file) ? readFileSync(file, 'utf8') : '').split(/^(?=# )/m);
  const at = sections.findIndex((each) => headingOf(each) === headingOf(section));
  if (at === -1) sections.push(section);
  else sections[at] = section;
  writeFileSync(file, `${sections.map((each) => each.trim()).join('\n\n')}\n`);
}

export function machine(loadBefore: number): string {
  const [cpu] = cpus();
  return `Machine: ${cpus().length} × ${cpu?.model.trim() ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release()}, Node ${process.version}; load average before the run ${loadBefore.toFixed(1)}.`;
}

function compose(report: Report, today: Date): string {
  const { buyers, processes, seconds, rows } = report;
  const ofPath = (path: Row['path']) => tableOf(rows.filter((row) => row.path === path));
  return `# How fast numbers sell

Written by \`npm run bench -- numbers --document\` on ${today.toISOString().slice(0, 10)}. Change the benchmark, not this page.

![Orders a second as a share of the floor](${CHART})

## What is measured

* **The floor** is the most that a design with one durable transaction a purchase could do here: pgbench inserts one row of two columns a transaction, with as many clients as there are buyers, before and after each row of the tables. Only ratios to the floor mean anything: absolute figures move with the machine and the hour.
* **The payment function through HTTP** is what a buyer waits for after 'pay': the session, the prices, the order with its numbers, lines and history, the charge, and the job that follows. ${processes === 1 ? 'One web process serves' : `${processes} web processes serve`} the product's own API to ${buyers} buyers at once, out of 4,000 signed-in people who take turns; one process more makes the load. The provider answers at once and in the same process: the product's own work is left.
* **The order lane** is the part that reserves: order, numbers, lines and history, without HTTP and without a charge.

All processes share one machine with PostgreSQL. pgbench takes far less of it than web processes and the load do, so on machines of their own the ratios would be higher. PostgreSQL is the embedded one with \`fsync\` on. Each row is ${seconds} s of selling; what was sold is undone in between.

${machine(report.loadBefore)}

## Goals

${markdown(
  ['goal', 'set', 'measured', 'met'],
  judgeGoals(report).map(({ what, goal, measured, isMet }) => [
    what,
    goal,
    measured,
    isMet ? 'yes' : '**no**',
  ]),
)}

Reserving alone has no address of its own, so its goal is held against the lane, which leaves HTTP out. Holds that end meanwhile are measured by \`npm run bench -- expiry\`.

## The payment function through HTTP

${ofPath('http')}

## The order lane

${ofPath('lane')}

\`k\`: cotas an order. \`wish\`: the orders carry the numbers that the cart drew. \`kept\`: share of those that the orders got; buyers who draw at the same moment may wish for the same number. Left out are rows with fewer free numbers than the buyers ask for at once.
`;
}

function tableOf(rows: readonly Row[]): string {
  return markdown(
    [
      'rifas',
      'numbers',
      'sold',
      'k',
      'wish',
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
      row.wished ? 'yes' : 'no',
      whole(row.ordersPerSecond),
      row.ratio.toFixed(3),
      row.p50.toFixed(1),
      row.p99.toFixed(1),
      row.p99Ratio.toFixed(1),
      row.kept === null ? '' : row.kept.toFixed(3),
    ]),
  );
}

export function markdown(heading: string[], rows: readonly string[][]): string {
  return [heading, heading.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
