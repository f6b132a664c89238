/** Programs that the proofs need beside our own, as Debian packages them. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Closing } from '../processes/closing.ts';

/** @throws when it is not installed; the variable of its name, in capitals, says where it is otherwise */
export function findProgram(name: string): string {
  const named = process.env[name.toUpperCase()];
  const found = [named, `/usr/sbin/${name}`, `/usr/bin/${name}`].find((path) => path && existsSync(path));
  if (!found)
    throw new Error(
      `${name} is missing: apt-get install ${name}, or say where it is with ${name.toUpperCase()}`,
    );
  return found;
}

/** Starts a server that stays in the foreground. @param asOther root is not accepted: becomes `postgres` */
export async function startProgram(
  path: string,
  args: string[],
  port: number,
  closing: Closing,
  asOther = false,
): Promise<ChildProcess> {
  const id = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  const account = asOther && process.getuid?.() === 0 ? { uid: id('-u'), gid: id('-g') } : {};
  const child = spawn(path, args, { ...account, stdio: ['ignore', 'ignore', 'pipe'] });
  let complaints = '';
  child.stderr.on('data', (part) => (complaints += part));
  closing.add(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
  for (let tries = 0; tries < 200; tries++) {
    if (child.exitCode !== null) throw new Error(`${path} ended: ${complaints}`);
    if (await answers(port)) return child;
    await pause(25);
  }
  throw new Error(`${path} does not answer: ${complaints}`);
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.on('error', () => resolve(false)).on('connect', () => socket.destroy());
  });
}
