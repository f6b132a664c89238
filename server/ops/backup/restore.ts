/** `ops restore`: a data folder from a base backup and the archive, to a moment or to the latest commit. */
import { appendFileSync, chmodSync, cpSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { listBackups } from './backup.ts';
import { OpsError } from '../ops-error.ts';

export interface RestoreOptions {
  /** One backup, or the folder of all of them: the newest that fits is then used. */
  backup: string;
  archive: string;
  /** The new data folder; must not exist. */
  to: string;
  /** Null: everything there is. */
  moment: Date | null;
  /** `pg_wal` of the lost server, for commits that were not archived yet; null: lost. */
  wal: string | null;
}

/** @returns the backup used. @throws OpsError */
export function prepareRestore({ backup, archive, to, moment, wal }: RestoreOptions): string {
  if (existsSync(to)) throw new OpsError(`${to} já existe: escolha uma pasta nova.`);
  if (!existsSync(archive)) throw new OpsError(`O arquivo do WAL ${archive} não existe: confira --archive.`);
  if (!existsSync(backup)) throw new OpsError(`A pasta ${backup} não existe: confira --backup.`);
  if (wal && !existsSync(wal)) throw new OpsError(`A pasta ${wal} não existe: confira --wal.`);
  const chosen = chooseBackup(backup, moment);
  try {
    fillFolder(chosen, { archive, to, moment, wal });
  } catch (error) {
    // Half a folder must not be started, and would be in the way of the next try.
    rmSync(to, { recursive: true, force: true });
    throw error;
  }
  return chosen;
}

function fillFolder(chosen: string, { archive, to, moment, wal }: Omit<RestoreOptions, 'backup'>): void {
  cpSync(chosen, to, { recursive: true, preserveTimestamps: true });
  chmodSync(to, 0o700);
  for (const name of readdirSync(join(to, 'pg_wal')))
    rmSync(join(to, 'pg_wal', name), { recursive: true, force: true });
  if (wal)
    for (const name of readdirSync(wal).filter((file) => /^[0-9A-F]{24}$/.test(file)))
      cpSync(join(wal, name), join(to, 'pg_wal', name), { preserveTimestamps: true });
  const from = resolve(archive);
  const settings = [
    `restore_command = 'if [ -f "${from}/%f.gz" ]; then gunzip -c "${from}/%f.gz" > "%p"; else cp "${from}/%f" "%p"; fi'`,
    `recovery_target_timeline = 'latest'`,
    ...(moment
      ? [
          `recovery_target_time = '${moment.toISOString().replace('T', ' ').replace('Z', '+00')}'`,
          `recovery_target_action = 'promote'`,
        ]
      : []),
  ];
  appendFileSync(join(to, 'postgresql.auto.conf'), `${settings.join('\n')}\n`);
  writeFileSync(join(to, 'recovery.signal'), '', { mode: 0o600 });
}

/** A backup made after the moment cannot go back to it. */
function chooseBackup(backup: string, moment: Date | null): string {
  if (existsSync(join(backup, 'backup_label'))) return backup;
  const before = moment?.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const chosen = listBackups(backup).findLast((name) => !before || name < before);
  if (!chosen) throw new OpsError(`Nenhum backup em ${backup}${moment ? ' anterior a esse momento' : ''}.`);
  return join(backup, chosen);
}
