/** Locks a data folder for one process, and stops a server orphaned by a killed one. */
import { existsSync, linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Another live process uses the folder. The message is for users. */
export class DataDirInUseError extends Error {}

/**
 * Claims are files with a process id, `owner`, `owner.1`, `owner.2` and so on; the highest number owns the folder. The next
 * claim is made by a hard link, which fails when its name exists: that is an atomic test-and-set between processes that
 * start together. Deleting a dead process's claim and creating it again would be a race, as the deleted file may already
 * be the new owner's. The highest claim is never deleted, so a process with an outdated listing finds a higher one after
 * its own, and withdraws.
 * @returns releases the folder
 * @throws {DataDirInUseError}
 */
export function claimFolder(home: string): () => void {
  for (;;) {
    const last = Math.max(-1, ...claimsIn(home));
    const owner = last < 0 ? 0 : ownerOf(home, last);
    // Removed in the meantime by a newer claim.
    if (owner === null) continue;
    if (owner && owner !== process.pid && isRunning(owner, 'node'))
      throw new DataDirInUseError(
        `A pasta de dados ${home} já está em uso pelo processo ${owner}. Encerre-o ou escolha outra com DATA_DIR.`,
      );
    const own = last + 1;
    if (!createClaim(home, own)) continue;
    const claims = claimsIn(home);
    if (Math.max(...claims) > own) {
      rmSync(claimFile(home, own), { force: true });
      continue;
    }
    for (const claim of claims) if (claim < own) rmSync(claimFile(home, claim), { force: true });
    return () => release(claimFile(home, own));
  }
}

const claimFile = (home: string, claim: number) => join(home, claim === 0 ? 'owner' : `owner.${claim}`);

function claimsIn(home: string): number[] {
  return readdirSync(home).flatMap((name) => {
    const [, claim] = /^owner(?:\.(\d+))?$/.exec(name) ?? [null, null];
    return claim === null ? [] : [Number(claim ?? 0)];
  });
}

/** Does nothing if the folder no longer exists. */
function release(file: string): void {
  if (existsSync(file)) writeFileSync(file, '');
}

/** @returns 0 for a released claim, null without a claim */
function ownerOf(home: string, claim: number): number | null {
  try {
    return Number(readFileSync(claimFile(home, claim), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** @returns false if another process was first */
function createClaim(home: string, claim: number): boolean {
  const draft = join(home, `claim-of-${process.pid}`);
  writeFileSync(draft, String(process.pid));
  try {
    linkSync(draft, claimFile(home, claim));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
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
