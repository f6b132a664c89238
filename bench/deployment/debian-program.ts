/** Finds and starts programs of Debian packages for the deployment tests. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Cleanup } from '../processes/cleanup.ts';

/** The environment variable of its name, in capitals, overrides the path. @throws when it is not installed */
export function findProgram(name: string): string {
  const named = process.env[name.toUpperCase()];
  const found = [named, `/usr/sbin/${name}`, `/usr/bin/${name}`].find((path) => path && existsSync(path));
  if (!found)
    throw new Error(`${name} is missing: apt-get install ${name}, or set ${name.toUpperCase()} to its path`);
  return found;
}

/** Starts a server in the foreground. @param runsAsPostgres runs as `postgres` when we are root, which it does not accept */
export async function startProgram(
  path: string,
  args: string[],
  port: number,
  cleanup: Cleanup,
  runsAsPostgres = false,
): Promise<ChildProcess> {
  const account = (runsAsPostgres && postgresAccount()) || {};
  const child = spawn(path, args, { ...account, stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', (part) => (stderr += part));
  cleanup.add(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
  for (let tries = 0; tries < 200; tries++) {
    if (child.exitCode !== null) throw new Error(`${path} exited: ${stderr}`);
    if (await acceptsConnections(port)) return child;
    await pause(25);
  }
  throw new Error(`${path} does not accept connections: ${stderr}`);
}

/** The account that PostgreSQL runs as. @returns null unless we are root */
export function postgresAccount(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const id = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
}

function acceptsConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.on('error', () => resolve(false)).on('connect', () => socket.destroy());
  });
}
