/**
 * Cost of an idle demo shop: processor time of the program and of PostgreSQL, and bytes of WAL. The baseline is the same
 * PostgreSQL without the program. `npm run bench -- idle`.
 *
 * Options: `--minutes N` (5) of the shop and of the floor each; `--settle N` (10), minutes before, as a new shop has work left; `--document` writes its
 * part of docs/measurements.md.
 */
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startEmbeddedPostgres } from '@mare/database/embedded/embedded-postgres.ts';
import { freePort } from '@mare/server/soak/shop/start-shop.testing.ts';
import { createCleanup } from './cleanup.ts';
import { cpuSeconds, treeCpuSeconds } from './process-usage.ts';
import { spawnProgram, stopProgram } from './program.ts';
import { describeRun, markdownTable, writePart } from '../reporting/document.ts';
import { buildSite } from '../shop/site.ts';

/** Percent of one core, program and PostgreSQL together. */
const GOAL_PERCENT = 0.5;
/** kB an hour. */
const GOAL_WAL = 1_000;
const START_TIMEOUT_MS = 300_000;

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    settle: { type: 'string', default: '10' },
    document: { type: 'boolean', default: false },
  },
});
const minutes = Number(options.minutes);
const settleMinutes = Number(options.settle);
const loadBefore = loadavg()[0]!;

interface IdleUsage {
  /** Percent of a core. */
  program: number;
  database: number;
  /** Per second. */
  transactions: number;
  /** kB an hour. */
  wal: number;
}

const folder = mkdtempSync(join(tmpdir(), 'mare-idle-'));
const cleanup = createCleanup();
cleanup.add(() => Promise.resolve(rmSync(folder, { recursive: true, force: true })));
try {
  buildSite();
  const program = await startProgram();
  cleanup.add(() => stopProgram(program));
  const shop = await measure(program.pid!);
  await stopProgram(program);
  const dataDir = join(folder, 'database');
  const server = await startEmbeddedPostgres({ dataDir, durable: true });
  cleanup.add(() => server.stop());
  const floor = await measure(null);
  const report = describe(shop, floor);
  console.log(report);
  if (options.document) writePart('idle', report);
  if (!isMet(shop)) process.exitCode = 1;
} finally {
  await cleanup.run();
}

async function startProgram(): Promise<ChildProcess> {
  const port = await freePort();
  const child = await spawnProgram({ port, dataDir: folder });
  const until = Date.now() + START_TIMEOUT_MS;
  while (!(await fetch(`http://localhost:${port}/readyz`).catch(() => null))?.ok) {
    if (child.exitCode !== null || Date.now() > until) throw new Error('the shop did not start');
    await pause(500);
  }
  return child;
}

/** @param program null: PostgreSQL alone */
async function measure(program: number | null): Promise<IdleUsage> {
  await pause(settleMinutes * 60_000);
  const before = await readUsage(program);
  await pause(minutes * 60_000);
  const after = await readUsage(program);
  const seconds = (after.at - before.at) / 1000;
  return {
    program: ((after.program - before.program) / seconds) * 100,
    database: ((after.database - before.database) / seconds) * 100,
    transactions: (after.transactions - before.transactions) / seconds,
    wal: ((after.wal - before.wal) / 1000 / seconds) * 3_600,
  };
}

/** Connects for each measurement only: an idle connection would be measured too. */
async function readUsage(program: number | null) {
  const cluster = join(folder, 'database');
  const [postmaster, , , port] = readFileSync(join(cluster, 'postgres/postmaster.pid'), 'utf8').split('\n');
  const password = readFileSync(join(cluster, 'password'), 'utf8').trim();
  const client = new pg.Client(`postgres://mare:${password}@127.0.0.1:${port}/postgres`);
  await client.connect();
  const { rows } = await client.query<{ wal: string; transactions: string }>(
    `select pg_current_wal_lsn() - '0/0'::pg_lsn as wal,
       (select sum(xact_commit) from pg_stat_database) as transactions`,
  );
  await client.end();
  return {
    at: Date.now(),
    program: program === null ? 0 : cpuSeconds(program),
    database: treeCpuSeconds(Number(postmaster)),
    wal: Number(rows[0]!.wal),
    transactions: Number(rows[0]!.transactions),
  };
}

function isMet({ program, database, wal }: IdleUsage): boolean {
  return program + database <= GOAL_PERCENT && wal <= GOAL_WAL;
}

function describe(shop: IdleUsage, floor: IdleUsage): string {
  const row = (name: string, { program, database, transactions, wal }: IdleUsage) => [
    name,
    `${program.toFixed(2)}%`,
    `${database.toFixed(2)}%`,
    `${(program + database).toFixed(2)}%`,
    transactions.toFixed(2),
    String(Math.round(wal)),
  ];
  return `## An idle shop

${describeRun('idle', loadBefore)}

The built site with demo data, pages, jobs and embedded PostgreSQL in one program, without a visitor: ${minutes} minutes, from ${settleMinutes} minutes after the start on. Then PostgreSQL alone for as long. CPU times are those of the processes, which other load on the machine affects little.

${markdownTable(
  ['what', 'program, of a core', 'PostgreSQL, of a core', 'together', 'transactions/s', 'WAL, kB an hour'],
  [
    row('shop', shop),
    row('PostgreSQL alone', floor),
    ['goal', '', '', `${GOAL_PERCENT}%`, '', String(GOAL_WAL)],
  ],
)}
`;
}
