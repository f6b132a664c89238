/** Child processes that reply by message and exit with the benchmark. */
import { type ChildProcess, fork, type ForkOptions } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { AUTH_SECRET, PUBLIC_URL } from '../shop/bench-sessions.ts';
import type { Cleanup } from './cleanup.ts';

/** @param file in this folder */
export function startProcess(file: string, cleanup: Cleanup, options: ForkOptions = {}): ChildProcess {
  // A separate session for each, as services have: with autogroup scheduling, processes of one session share one CPU
  // share, while each PostgreSQL backend gets a full one.
  const child = fork(join(import.meta.dirname, file), { ...options, detached: true });
  cleanup.add(() => end(child));
  return child;
}

export interface WebProcessOptions {
  /** Writes a CPU profile there on exit. */
  profileFolder?: string | undefined;
  /** Additional environment variables. */
  settings?: Record<string, string>;
}

/** Starts the whole server without pages. */
export async function startWebProcess(
  databaseUrl: string,
  cleanup: Cleanup,
  { profileFolder, settings }: WebProcessOptions = {},
): Promise<{ child: ChildProcess; port: number }> {
  const child = startProcess('web-process.ts', cleanup, {
    env: { ...process.env, ...webEnvironment(databaseUrl), ...settings },
    execArgv: profileFolder ? ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`] : [],
  });
  return { child, port: await replyOf<number>(child) };
}

/** Starts the worker with all jobs and loops. */
export async function startWorkerProcess(
  databaseUrl: string,
  cleanup: Cleanup,
  { profileFolder, settings }: WebProcessOptions = {},
): Promise<ChildProcess> {
  const child = startProcess('worker-process.ts', cleanup, {
    env: { ...process.env, ...webEnvironment(databaseUrl), ROLE: 'worker', ...settings },
    execArgv: profileFolder ? ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`] : [],
  });
  await replyOf<string>(child);
  return child;
}

/** Starts the payment sandbox. @returns its URL */
export async function startProvider(cleanup: Cleanup): Promise<string> {
  const child = startProcess('provider-process.ts', cleanup, { env: { ...process.env, PUBLIC_URL } });
  return `http://127.0.0.1:${await replyOf<number>(child)}`;
}

/** Starts the bare server of the `order` benchmark. */
export async function startOrderFloor(
  databaseUrl: string,
  cleanup: Cleanup,
): Promise<{ child: ChildProcess; port: number }> {
  const child = startProcess('order-floor-process.ts', cleanup, {
    env: { ...process.env, ...webEnvironment(databaseUrl) },
  });
  return { child, port: await replyOf<number>(child) };
}

/** Child processes exit when their IPC channel closes. */
async function end(child: ChildProcess): Promise<void> {
  if (!child.connected) return;
  const ended = once(child, 'exit');
  child.disconnect();
  await ended;
}

export async function replyOf<Result>(child: ChildProcess): Promise<Result> {
  const ended = new AbortController();
  const exit = once(child, 'exit', { signal: ended.signal }).then(([code, signal]) => {
    throw new Error(`${child.spawnargs.at(-1)} exited (${signal ?? code})`);
  });
  try {
    const [result] = (await Promise.race([once(child, 'message', { signal: ended.signal }), exit])) as [
      Result,
    ];
    return result;
  } finally {
    exit.catch(() => undefined);
    ended.abort();
  }
}

function webEnvironment(databaseUrl: string) {
  return {
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    PUBLIC_URL,
    ROLE: 'web',
    DEMO: '0',
    MERCADOPAGO_ACCESS_TOKEN: 'never-called',
    MERCADOPAGO_WEBHOOK_SECRETS: 'never-called',
    AUTH_SECRET,
  };
}
