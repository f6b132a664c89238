/** `ops backup`: a verified base backup, with pruning of older ones and of the archive that they no longer need. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { OpsError, runProgram } from './run-program.ts';

export interface BackupOptions {
  /** Folder of the backups. */
  folder: string;
  /** Folder of the WAL archive, to prune; null: left alone. */
  archive: string | null;
  /** Folder of a second place, e.g. of another disk; null: none. */
  copy: string | null;
  /** Backups kept, the new one included; at least 1. */
  keep: number;
  now: Date;
  /** Address of the database; null: PGHOST, PGUSER and so on. */
  databaseUrl: string | null;
}

export interface Backup {
  path: string;
  /** First WAL file that the oldest kept backup needs. */
  oldestWal: string;
  removedBackups: number;
  removedWal: number;
}

const STAMP = /^\d{8}T\d{6}Z$/;
/** WAL files, with the timeline in the first eight digits, and the labels of backups. Histories of timelines are kept. */
const WAL = /^[0-9A-F]{24}(?:\.[0-9A-F]{8}\.backup)?(?:\.gz)?$/;

/** @throws OpsError */
export function makeBackup(options: BackupOptions): Backup {
  const { folder, archive, copy, keep, now, databaseUrl } = options;
  const name = now.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const path = join(folder, name);
  if (existsSync(path)) throw new OpsError(`Já existe um backup em ${path}.`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const unfinished = `${path}.part`;
  const connection = databaseUrl ? [`--dbname=${databaseUrl}`] : [];
  runProgram('pg_basebackup', [
    ...connection,
    `--pgdata=${unfinished}`,
    '--format=plain',
    '--wal-method=stream',
    '--checkpoint=fast',
  ]);
  runProgram('pg_verifybackup', [unfinished]);
  renameSync(unfinished, path);
  if (copy) {
    mkdirSync(copy, { recursive: true, mode: 0o700 });
    cpSync(path, join(copy, `${name}.part`), { recursive: true, preserveTimestamps: true });
    runProgram('pg_verifybackup', [join(copy, `${name}.part`)]);
    renameSync(join(copy, `${name}.part`), join(copy, name));
    removeOld(copy, keep);
  }
  const removedBackups = removeOld(folder, keep);
  const oldestWal = firstWalOf(join(folder, listBackups(folder)[0]!));
  return { path, oldestWal, removedBackups, removedWal: archive ? pruneArchive(archive, oldestWal) : 0 };
}

/** @returns names, oldest first */
export function listBackups(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => STAMP.test(name))
    .toSorted();
}

function removeOld(folder: string, keep: number): number {
  const old = listBackups(folder).slice(0, -keep);
  for (const name of old) rmSync(join(folder, name), { recursive: true });
  return old.length;
}

function firstWalOf(backup: string): string {
  const label = readFileSync(join(backup, 'backup_label'), 'utf8');
  const file = /^START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)/m.exec(label)?.[1];
  if (!file) throw new OpsError(`O backup ${backup} não diz em que arquivo do WAL começa.`);
  return file;
}

/** Removes files older than `first`, whatever their timeline: their order is that of the remaining digits. */
function pruneArchive(archive: string, first: string): number {
  const position = (name: string) => name.slice(8, 24);
  const old = readdirSync(archive).filter((name) => WAL.test(name) && position(name) < position(first));
  for (const name of old) rmSync(join(archive, name));
  return old.length;
}
