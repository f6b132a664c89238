/** `ops backup`: a verified base backup, with pruning of older ones and of the archive that they no longer need. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findProgram, runProgram } from './run-program.ts';
import { OpsError } from '../ops-error.ts';

export interface BackupOptions {
  /** Folder of the backups. */
  folder: string;
  /** Folder of the WAL archive, to prune; null: left alone. */
  archive: string | null;
  /** Folder of a second place, e.g. of another disk; null: none. */
  copy: string | null;
  /** Copy of the archive in the second place, to prune; null: none. */
  archiveCopy: string | null;
  /** Backups kept, the new one included; at least 1. */
  keep: number;
  now: Date;
  /** URL of the database; null: PGHOST, PGUSER and so on. */
  databaseUrl: string | null;
}

export interface Backup {
  path: string;
  /** First WAL file that the oldest kept backup needs. */
  oldestWal: string;
  removedBackups: number;
  removedWal: number;
}

const UNFINISHED = '.part';
const DAY_MS = 86_400_000;
const STAMP = /^\d{8}T\d{6}Z$/;
/**
 * WAL files, with the timeline in the first eight digits, and the labels of backups. Histories of timelines are kept.
 */
const WAL = /^[0-9A-F]{24}(?:\.[0-9A-F]{8}\.backup)?(?:\.gz)?$/;

/** @throws OpsError; nothing unverified is left */
export function makeBackup(options: BackupOptions): Backup {
  const { folder, archive, copy, archiveCopy, keep, now, databaseUrl } = options;
  const name = stampOf(now);
  const path = join(folder, name);
  checkFolders({ folder, archive, copy, archiveCopy, path });
  const backUp = findProgram('pg_basebackup');
  findProgram('pg_verifybackup');
  for (const place of copy ? [folder, copy] : [folder]) {
    mkdirSync(place, { recursive: true, mode: 0o700 });
    removeUnfinished(place, now);
  }
  finishOrRemove(path, (unfinished) => {
    const connection = databaseUrl ? [`--dbname=${databaseUrl}`] : [];
    const flags = ['--format=plain', '--wal-method=stream', '--checkpoint=fast'];
    runProgram(backUp, [...connection, `--pgdata=${unfinished}`, ...flags]);
  });
  if (copy) {
    finishOrRemove(join(copy, name), (unfinished) =>
      cpSync(path, unfinished, { recursive: true, preserveTimestamps: true }),
    );
    removeOld(copy, keep);
  }
  const removedBackups = removeOld(folder, keep);
  const oldestWal = firstWalNeededBy(folder);
  let removedWal = archive ? pruneArchive(archive, oldestWal) : 0;
  if (archiveCopy) {
    // A backup that is lost in one place can be restored from the other.
    const places = copy ? [oldestWal, firstWalNeededBy(copy)] : [oldestWal];
    removedWal += pruneArchive(archiveCopy, places.toSorted(comparePositions)[0]!);
  }
  return { path, oldestWal, removedBackups, removedWal };
}

const stampOf = (time: Date) => time.toISOString().replaceAll(/[-:]|\.\d+/g, '');

/** Before anything is written: a backup takes hours in a large shop. */
function checkFolders({
  folder,
  archive,
  copy,
  archiveCopy,
  path,
}: Record<'folder' | 'path', string> & Record<'archive' | 'copy' | 'archiveCopy', string | null>): void {
  if (existsSync(path)) throw new OpsError(`Já existe um backup em ${path}.`);
  if (copy && resolve(copy) === resolve(folder))
    throw new OpsError('--copy é a mesma pasta que --folder: escolha outra, de preferência em outro disco.');
  if (archive && archiveCopy && resolve(archive) === resolve(archiveCopy))
    throw new OpsError('--archive-copy é a mesma pasta que --archive: é a da cópia, no segundo lugar.');
  if (archive) checkArchive(archive, '--archive');
  if (archiveCopy) checkArchive(archiveCopy, '--archive-copy');
}

function checkArchive(archive: string, option: string): void {
  if (!existsSync(archive)) throw new OpsError(`O arquivo do WAL ${archive} não existe: confira ${option}.`);
  // A server writes to its own WAL, which must never be pruned.
  if (existsSync(join(archive, 'archive_status')))
    throw new OpsError(
      `${archive} é o WAL de um servidor, não o arquivo: ${option} é a pasta em que archive_command grava, ou a cópia dela.`,
    );
}

/** Makes a backup in a folder beside its own, verifies it, and gives it its name. */
function finishOrRemove(path: string, make: (unfinished: string) => void): void {
  const unfinished = `${path}${UNFINISHED}`;
  try {
    make(unfinished);
    runProgram(findProgram('pg_verifybackup', majorOf(unfinished)), [unfinished]);
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/** Its WAL is read by the program of the same version. */
function majorOf(backup: string): number | null {
  return Number.parseInt(readFileSync(join(backup, 'PG_VERSION'), 'utf8'), 10) || null;
}

/** Removes unfinished backups of processes that were killed. A backup that is still running is younger. */
function removeUnfinished(folder: string, now: Date): void {
  const dayBefore = stampOf(new Date(now.getTime() - DAY_MS));
  for (const file of readdirSync(folder)) {
    const stamp = file.endsWith(UNFINISHED) ? file.slice(0, -UNFINISHED.length) : '';
    if (STAMP.test(stamp) && stamp < dayBefore) rmSync(join(folder, file), { recursive: true });
  }
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

/** First WAL file that the oldest backup of a folder needs. */
function firstWalNeededBy(folder: string): string {
  return firstWalOf(join(folder, listBackups(folder)[0]!));
}

function firstWalOf(backup: string): string {
  const label = readFileSync(join(backup, 'backup_label'), 'utf8');
  const file = /^START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)/m.exec(label)?.[1];
  if (!file) throw new OpsError(`O backup ${backup} não diz em que arquivo do WAL começa.`);
  return file;
}

/** Position of a WAL file without its timeline: files sort by these digits. */
const positionOf = (wal: string) => wal.slice(8, 24);
const comparePositions = (one: string, other: string) => (positionOf(one) < positionOf(other) ? -1 : 1);

/** Removes files older than `first`. */
function pruneArchive(archive: string, first: string): number {
  const old = readdirSync(archive).filter((name) => WAL.test(name) && positionOf(name) < positionOf(first));
  for (const name of old) rmSync(join(archive, name));
  return old.length;
}
