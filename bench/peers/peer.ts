/** Operations of each peer shop in the comparison. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'undici';
import type { Cleanup } from '../processes/cleanup.ts';

/** Products per list. A page of the shop shows the same number. */
export const PRODUCTS = 12;
/** Size of the connection pool of each web process. */
export const CONNECTIONS = 14;
const READY_WITHIN_MS = 300_000;

export interface Peer {
  name: string;
  /** Requests from the empty cart to the order that waits for its payment. */
  checkoutRequests: number;
  /** MB on disk, with the packages that it needs to run. */
  megabytes: number;
  /** Starts the one process that serves the shop. */
  start(): Promise<{ child: ChildProcess; buyers: Buyer[] }>;
}

/** One of the concurrent buyers, with a separate connection. */
export interface Buyer {
  list(): Promise<unknown>;
  product(): Promise<unknown>;
  /** Changes the quantity of the one line of a cart. */
  writeCart(): Promise<unknown>;
  checkOut(): Promise<unknown>;
}

export interface Installed {
  /** Where the packages are. */
  folder: string;
  databaseUrl: string;
  cleanup: Cleanup;
  /** Concurrent. */
  buyers: number;
}

/** Runs a program of the peer to its end. @throws with its output when it fails */
export async function runProgram(
  folder: string,
  program: string,
  args: string[],
  settings = {},
): Promise<void> {
  await promisify(execFile)(program, args, {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production', ...settings },
    maxBuffer: 64_000_000,
  });
}

/** @returns MB that a folder takes on disk */
export async function megabytesOf(...folders: string[]): Promise<number> {
  const { stdout } = await promisify(execFile)('du', ['-skc', ...folders]);
  return Number(/(\d+)\s+total/.exec(stdout)![1]) / 1024;
}

/** Starts the process in a new session (setsid) and waits until it responds. */
export async function startServer(
  { folder, cleanup }: Installed,
  args: string[],
  settings: Record<string, string>,
  url: string,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production', ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  });
  cleanup.add(() => stopServer(child));
  const began = performance.now();
  while (performance.now() - began < READY_WITHIN_MS && child.exitCode === null) {
    const response = await fetch(url).catch(() => null);
    await response?.body?.cancel();
    if (response && response.status < 500) return child;
    await pause(20);
  }
  throw new Error(`${folder} did not start`);
}

export async function stopServer(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** @throws on any response but a success */
export type Call = (
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<{ body: unknown; headers: Record<string, string | string[] | undefined> }>;

/** A connection to a server, over which requests are sent one after another. */
export function connectTo(url: string, commonHeaders: Record<string, string> = {}): Call {
  const client = new Client(url, { keepAliveTimeout: 600_000 });
  return async (method, path, body, headers) => {
    const response = await client.request({
      method,
      path,
      headers: {
        ...commonHeaders,
        ...headers,
        'accept-encoding': 'identity',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await response.body.text();
    if (response.statusCode >= 300) throw new Error(`${method} ${path}: ${response.statusCode} ${text}`);
    return { body: (text === '' ? null : JSON.parse(text)) as unknown, headers: response.headers };
  };
}
