/**
 * Baseline: the upper bound of a design with one durable transaction per purchase. pgbench inserts one minimal row per
 * transaction, with as many clients as buyers, right before and after each measurement.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { quantile } from './run-concurrently.ts';

export interface Floor {
  perSecond: number;
  /** Transaction latency in milliseconds. */
  p50: number;
  p99: number;
}

/** Duration of a measurement. */
const SECONDS = 1;
/** pgbench subtracts the connection time from the run, so that on a busy machine no measured time may remain. */
const CONNECTING_SECONDS = 2;
const MAX_SECONDS = 24;

export async function prepareFloor(pool: pg.Pool): Promise<void> {
  await pool.query(
    'create table if not exists bench_floor (id bigint generated always as identity primary key, v int)',
  );
}

export function measureFloor(url: string, clients: number): Floor {
  for (let seconds = SECONDS + CONNECTING_SECONDS; seconds <= MAX_SECONDS; seconds *= 2) {
    const floor = runPgbench(url, clients, seconds);
    if (floor) return floor;
  }
  throw new Error('pgbench could not connect all its clients in time: the machine is too busy to measure');
}

/** @returns null if the time was over before all clients had connected */
function runPgbench(url: string, clients: number, seconds: number): Floor | null {
  const folder = mkdtempSync(join(tmpdir(), 'mare-floor-'));
  try {
    const script = join(folder, 'insert.sql');
    writeFileSync(script, 'insert into bench_floor (v) values (1);\n');
    const options = ['-n', '-M', 'prepared', '-c', clients, '-j', 2, '-T', seconds, '-l', '-f', script, url];
    const result = spawnSync(pgbench(), options.map(String), { cwd: folder, encoding: 'utf8' });
    if (result.status !== 0) throw new Error(`pgbench failed: ${result.stderr || String(result.error)}`);
    const tps = /tps = ([\d.]+)/.exec(result.stdout);
    if (!tps) return null;
    const latencies = readLatencies(folder);
    return { perSecond: Number(tps[1]), p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Milliseconds, ascending. */
function readLatencies(folder: string): number[] {
  return (
    readdirSync(folder)
      .filter((file) => file.startsWith('pgbench_log'))
      .flatMap((file) => readFileSync(join(folder, file), 'utf8').trim().split('\n'))
      // client, transaction, microseconds, …
      .map((row) => Number(row.split(' ')[2]) / 1000)
      .sort((one, other) => one - other)
  );
}

function pgbench(): string {
  if (process.env.PGBENCH) return process.env.PGBENCH;
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian)
    ? readdirSync(debian).sort((one, other) => Number(other) - Number(one))
    : [];
  for (const version of versions) {
    const path = join(debian, version, 'bin/pgbench');
    if (existsSync(path)) return path;
  }
  return 'pgbench';
}
