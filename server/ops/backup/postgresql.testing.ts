/** Servers of the Debian package postgresql, for the tests of backup and restore. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { serverAccount } from '@mare/database/embedded/server-account.ts';

/** Null: not installed. */
export const PROGRAMS = findPrograms();
/** Null: this process's own. */
export const account = serverAccount();

function findPrograms(): string | null {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql').toSorted() : [];
  const folders = versions.map((version) => `/usr/lib/postgresql/${version}/bin`);
  return (
    folders.findLast((bin) => existsSync(join(bin, 'postgres')) && existsSync(join(bin, 'initdb'))) ?? null
  );
}

export function run(program: string, ...args: string[]): void {
  const { status, stderr, stdout } = spawnSync(join(PROGRAMS!, program), args, {
    ...account,
    cwd: '/',
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status !== 0) throw new Error(`${program}: ${stderr}${stdout}`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

export const running = new Set<string>();

/** @returns the URL of the server started on this data folder */
export async function start(data: string, ...settings: string[]): Promise<string> {
  const port = await freePort();
  const options = [
    `-p ${port}`,
    `-c listen_addresses=127.0.0.1`,
    `-c unix_socket_directories=''`,
    ...settings,
  ];
  const log = join(data, 'log');
  try {
    run('pg_ctl', '-D', data, '-l', log, '-o', options.join(' '), '-w', 'start');
  } catch (error) {
    throw new Error(readFileSync(log, 'utf8').slice(-1_000), { cause: error });
  }
  running.add(data);
  const url = `postgres://mare@127.0.0.1:${port}/postgres`;
  while ((await ask(url, 'select pg_is_in_recovery() as recovering'))[0]!.recovering) await pause(50);
  return url;
}

export function stop(data: string, mode = 'fast'): void {
  if (running.delete(data)) run('pg_ctl', '-D', data, '-m', mode, '-w', 'stop');
}

export async function ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Gives a folder of this process to the server's account. */
export function handOver(path: string): void {
  if (account) spawnSync('chown', ['-R', `${account.uid}:${account.gid}`, path]);
}
