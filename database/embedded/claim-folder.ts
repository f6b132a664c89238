/** Locks a data folder for one process, and stops a server orphaned by a killed one. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Another live process uses the folder. The message is for users. */
export class DataDirInUseError extends Error {}

/** @throws {DataDirInUseError} */
export function claimFolder(home: string): void {
  const file = join(home, 'owner');
  const owner = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  if (owner && owner !== process.pid && isRunning(owner, 'node'))
    throw new DataDirInUseError(
      `A pasta de dados ${home} já está em uso pelo processo ${owner}. Encerre-o ou escolha outra com DATA_DIR.`,
    );
  writeFileSync(file, String(process.pid));
}

/** Stops the cluster's server if it outlived its process. */
export async function stopOrphan(cluster: string): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  for (const [signal, seconds] of [
    ['SIGINT', 15],
    ['SIGQUIT', 5],
    ['SIGKILL', 5],
  ] as const) {
    if (!isRunning(pid, 'postgres')) break;
    process.kill(pid, signal);
    for (let waited = 0; waited < seconds * 20 && isRunning(pid, 'postgres'); waited++) await delay(50);
  }
  rmSync(pidFile, { force: true });
}

function isRunning(pid: number, program: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0]!.includes(program);
  } catch {
    return process.platform !== 'linux';
  }
}
