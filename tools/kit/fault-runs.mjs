/** The record of fault injection runs, and the table of docs/reliability.md generated from it. */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './workspace.mjs';

export const RECORD = join(root, 'docs/fault-runs.jsonl');
const DOCUMENT = join(root, 'docs/reliability.md');
const BETWEEN = /(<!-- fault runs -->\n)[^]*?(\n<!-- end of fault runs -->)/;

/** @param {string[]} runs JSON of `FaultRun` (`server/soak/report.testing.ts`) */
export function recordRuns(runs) {
  const on = new Date().toISOString().slice(0, 10);
  for (const run of runs) appendFileSync(RECORD, `${JSON.stringify({ on, ...JSON.parse(run) })}\n`);
  writeFileSync(DOCUMENT, withTables(readFileSync(DOCUMENT, 'utf8'), readRuns()));
}

export function readRuns() {
  if (!existsSync(RECORD)) return [];
  return readFileSync(RECORD, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

export function withTables(document, runs) {
  return document.replace(BETWEEN, (_, start, end) => `${start}\n${tablesOf(runs)}\n${end}`);
}

function tablesOf(runs) {
  const kinds = [...new Set(runs.map(({ run }) => run))].sort((one, other) => (one < other ? -1 : 1));
  const rows = kinds.map((kind) => [kind, totals(runs.filter(({ run }) => run === kind))]);
  return [
    table(
      ['run', 'runs', 'hours', 'operations', 'of these faulted', 'injected faults', 'violations'],
      [...rows, ['**total**', totals(runs)]].map(([kind, sums]) => [
        kind,
        sums.runs,
        (sums.seconds / 3600).toFixed(2),
        sums.operations,
        sums.faulted,
        sums.injected,
        sums.lost,
      ]),
    ),
    table(['fault', 'times'], sumBy(runs, 'faults')),
    table(
      ['late in the soak', 'longest, in seconds', 'seconds with one beyond the goal'],
      ['reservations', 'refunds', 'webhooks'].map((work) => {
        const late = runs.flatMap(({ lateness }) => lateness?.[work] ?? []);
        return [
          work,
          Math.max(0, ...late.map(({ maxSeconds }) => maxSeconds)).toFixed(1),
          late.reduce((sum, { secondsBeyondGoal }) => sum + secondsBeyondGoal, 0),
        ];
      }),
    ),
  ].join('\n\n');
}

function totals(runs) {
  const sum = (of) => runs.reduce((total, run) => total + of(run), 0);
  const add = (counts) => Object.values(counts).reduce((total, count) => total + count, 0);
  return {
    runs: runs.length,
    seconds: sum(({ seconds }) => seconds),
    operations: sum(({ operations }) => add(operations)),
    faulted: sum(({ faulted }) => faulted),
    injected: sum(({ faults }) => add(faults)),
    lost: sum(({ lost }) => lost),
  };
}

/** Table rows of name and total, most frequent first. */
function sumBy(runs, field) {
  const sums = new Map();
  for (const run of runs)
    for (const [name, count] of Object.entries(run[field])) sums.set(name, (sums.get(name) ?? 0) + count);
  return [...sums].sort(([one, many], [other, more]) => more - many || (one < other ? -1 : 1));
}

function table(head, rows) {
  const line = (cells) => `| ${cells.map(show).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

const show = (cell) => (typeof cell === 'number' ? cell.toLocaleString('en-US') : cell);
