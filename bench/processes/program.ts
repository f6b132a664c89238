/** The whole program of the built site, with its embedded PostgreSQL. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { importTool } from '../shop/site.ts';

const ROOT = join(import.meta.dirname, '../..');

interface ProgramOptions {
  port: number;
  /** Data folder of the program's database. */
  dataDir: string;
  /** Additional environment variables. */
  settings?: Record<string, string>;
}

/** Does not wait until it responds. */
export async function spawnProgram({ port, dataDir, settings }: ProgramOptions): Promise<ChildProcess> {
  const { serving } = (await importTool('serving.mjs')) as { serving: Record<string, string> };
  return spawn('node', ['server/main.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      ...serving,
      PORT: String(port),
      DATA_DIR: dataDir,
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      ...settings,
    },
  });
}

export async function stopProgram(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
