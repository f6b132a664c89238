/** Processes beside the benchmark's own, which answer it by messages and end with it. */
import { type ChildProcess, fork, type ForkOptions } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { AUTH_SECRET, PUBLIC_URL } from '../shop/bench-sessions.ts';
import type { Closing } from './closing.ts';

/** @param file beside this one. */
export function startProcess(file: string, closing: Closing, options: ForkOptions = {}): ChildProcess {
  // Each a session of its own, as services have: where the system shares its processors out by session, these would
  // share one part, and every connection of PostgreSQL has a whole one.
  const child = fork(join(import.meta.dirname, file), { ...options, detached: true });
  closing.add(() => end(child));
  return child;
}

export interface WebProcessOptions {
  /** It leaves a CPU profile there when it ends. */
  profileFolder?: string | undefined;
  /** Of the environment, beside what every web process here has. */
  settings?: Record<string, string>;
}

/** The whole server but the pages. */
export async function startWebProcess(
  databaseUrl: string,
  closing: Closing,
  { profileFolder, settings }: WebProcessOptions = {},
): Promise<{ child: ChildProcess; port: number }> {
  const child = startProcess('web-process.ts', closing, {
    env: { ...process.env, ...webEnvironment(databaseUrl), ...settings },
    execArgv: profileFolder ? ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`] : [],
  });
  return { child, port: await answerOf<number>(child) };
}

/** Both kinds of process end when nobody is connected to them any more. */
async function end(child: ChildProcess): Promise<void> {
  if (!child.connected) return;
  const ended = once(child, 'exit');
  child.disconnect();
  await ended;
}

export async function answerOf<Answer>(child: ChildProcess): Promise<Answer> {
  const ended = new AbortController();
  const exit = once(child, 'exit', { signal: ended.signal }).then(() => {
    throw new Error(`${child.spawnargs.at(-1)} ended`);
  });
  try {
    const [answer] = (await Promise.race([once(child, 'message', { signal: ended.signal }), exit])) as [
      Answer,
    ];
    return answer;
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
