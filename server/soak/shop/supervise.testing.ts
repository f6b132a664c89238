/** Restarts a process of the product whenever it exits, as systemd or Kubernetes would. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import type { SoakMessage } from './shop-process.testing.ts';

const PROGRAM = join(import.meta.dirname, 'shop-process.testing.ts');
const RESTART_AFTER_MS = 200;

export interface Supervised {
  name: string;
  /** Number of starts. */
  starts(): number;
  /** Exit codes. */
  exitCodes: (number | null)[];
  send(message: SoakMessage): void;
  /** Stops it; the supervisor starts it again. Resolves when it has exited. */
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  /** Resolves when it is running. */
  ready(): Promise<void>;
  /** Stops it without a restart. */
  stop(): Promise<void>;
}

/** @param environment called at each start; output is appended to `logFile` */
export function supervise(
  name: string,
  environment: () => Record<string, string>,
  logFile: string,
): Supervised {
  const log = createWriteStream(logFile, { flags: 'a' });
  const exitCodes: (number | null)[] = [];
  let starts = 0;
  let isStopping = false;
  let child: ChildProcess;
  let started = Promise.withResolvers<void>();

  const start = () => {
    starts++;
    child = spawn(process.execPath, [PROGRAM], {
      env: { PATH: process.env.PATH, ...environment() },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    child.stdout!.pipe(log, { end: false });
    child.stderr!.pipe(log, { end: false });
    child.on('message', () => started.resolve());
    child.on('error', () => undefined);
    child.on('exit', (code) => {
      exitCodes.push(code);
      if (isStopping) return;
      const before = started;
      started = Promise.withResolvers();
      void started.promise.then(before.resolve);
      setTimeout(() => !isStopping && start(), RESTART_AFTER_MS);
    });
  };
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  start();

  return {
    name,
    starts: () => starts,
    exitCodes,
    send: (message) => void (child.connected && child.send(message)),
    async kill(signal) {
      if (!isRunning()) return;
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    },
    ready: () => started.promise,
    async stop() {
      isStopping = true;
      if (isRunning()) {
        const ended = once(child, 'exit');
        child.kill('SIGKILL');
        await ended;
      }
      log.end();
    },
  };
}
