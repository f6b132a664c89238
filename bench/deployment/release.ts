/** A checkout of the product and its processes, run as in production but without pages. */
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { processEnvironment } from '@mare/server/soak/shop/start-shop.testing.ts';
import type { Cleanup } from '../processes/cleanup.ts';
import { replyOf } from '../processes/processes.ts';
import { AUTH_SECRET } from '../shop/bench-sessions.ts';

const PROCESS = 'server/soak/shop/shop-process.testing.ts';

interface ProcessSettings {
  role: 'web' | 'worker';
  port: number;
  /** URL of the site. */
  url: string;
  databaseUrl: string;
  dataDir: string;
}

export interface ReleaseProcess {
  port: number;
  /** Graceful stop: requests in flight are answered. */
  stop(): Promise<void>;
}

export interface Release {
  folder: string;
  migrate(databaseUrl: string): void;
  start(settings: ProcessSettings, cleanup: Cleanup): Promise<ReleaseProcess>;
}

export function releaseAt(folder: string): Release {
  return {
    folder,
    migrate(databaseUrl) {
      execFileSync(process.execPath, ['server/main.ts', '--migrate'], {
        cwd: folder,
        env: { ...process.env, DATABASE_URL: databaseUrl, DEMO: '1' },
      });
    },
    async start(settings, cleanup) {
      const child = fork(join(folder, PROCESS), {
        cwd: folder,
        env: {
          ...process.env,
          ...processEnvironment({ ...settings, clockOffsetMs: 0 }),
          AUTH_SECRET,
          TRUSTED_PROXY_HOPS: '2',
          SHUTDOWN_DELAY_SECONDS: '5',
        },
      });
      const stop = async () => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        await ended;
      };
      cleanup.add(stop);
      await replyOf(child);
      return { port: settings.port, stop };
    },
  };
}
