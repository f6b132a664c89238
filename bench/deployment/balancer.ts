/**
 * HAProxy in front of several web processes: it checks the readiness of each, so that a stopping process gets no new
 * requests.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@mare/server/soak/shop/start-shop.testing.ts';
import type { Cleanup } from '../processes/cleanup.ts';
import { findProgram, startProgram } from './debian-program.ts';

const PAUSE_MS = 100;
const MAX_TRIES = 600;

interface Balancer {
  url: string;
  /** Starts it; the processes may start later. */
  start(): Promise<void>;
  /** Waits until it sends requests to that process. @param port of the process */
  waitUntilUsed(port: number): Promise<void>;
  /**
   * Waits until it sends no requests to that process.
   * @param port of the process
   */
  waitUntilUnused(port: number): Promise<void>;
}

/** @param ports of the processes */
export async function createBalancer(
  folder: string,
  ports: readonly number[],
  cleanup: Cleanup,
): Promise<Balancer> {
  const [port, statisticsPort] = [await freePort(), await freePort()];
  const statistics = `http://127.0.0.1:${statisticsPort}/statistics;csv`;
  const waitForStatus = async (process: number, hasStatus: (line: string) => boolean) => {
    let line = '';
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const table = await (await fetch(statistics)).text();
      line = table.split('\n').find((each) => each.startsWith(`web,${process},`)) ?? '';
      if (hasStatus(line)) return;
      await pause(PAUSE_MS);
    }
    throw new Error(`the status of port ${process} in HAProxy has not changed for a minute: ${line}`);
  };
  return {
    url: `http://127.0.0.1:${port}`,
    async start() {
      const settings = join(folder, 'haproxy.cfg');
      writeFileSync(settings, configuration(port, statisticsPort, ports));
      await startProgram(findProgram('haproxy'), ['-f', settings, '-db'], port, cleanup);
    },
    waitUntilUsed: (process) => waitForStatus(process, isUp),
    waitUntilUnused: (process) => waitForStatus(process, (line) => !isUp(line)),
  };
}

const isUp = (line: string) => line.includes(',UP,');

/** A process that fails one check, on a busy machine, still gets requests; a stopping one fails two before it ends. */
function configuration(port: number, statisticsPort: number, ports: readonly number[]): string {
  return `defaults
  mode http
  timeout connect 5s
  timeout check 5s
  timeout client 60s
  timeout server 60s
  retries 2
  option redispatch
  option forwardfor
frontend site
  bind 127.0.0.1:${port}
  default_backend web
frontend statistics
  bind 127.0.0.1:${statisticsPort}
  stats enable
  stats uri /statistics
backend web
  option httpchk GET /readyz
  default-server check inter 500ms fall 2 rise 1
  ${ports.map((each) => `server ${each} 127.0.0.1:${each}`).join('\n  ')}
`;
}
