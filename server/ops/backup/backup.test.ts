/** Backup and restore against a real PostgreSQL with its own programs (Debian package postgresql). */
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listBackups, makeBackup } from './backup.ts';
import { account, ask, handOver, PROGRAMS, run, running, start, stop } from './postgresql.testing.ts';
import { prepareRestore } from './restore.ts';

const folder = mkdtempSync(join(tmpdir(), 'mare-ops-'));
const archive = join(folder, 'archive');
const backups = join(folder, 'backups');

const wordsOf = async (url: string) =>
  (await ask(url, 'select word from words order by word')).map(({ word }) => word).join('');

describe.skipIf(!PROGRAMS)('backup and restore', () => {
  const primary = join(folder, 'primary');
  let url: string;
  beforeAll(async () => {
    process.env.PG_BIN = PROGRAMS!;
    chmodSync(folder, 0o755);
    for (const newFolder of [archive, primary]) mkdirSync(newFolder, { mode: 0o700 });
    if (account) for (const newFolder of [archive, primary]) chownSync(newFolder, account.uid, account.gid);
    run('initdb', '-D', primary, '--auth=trust', '--username=mare', '--encoding=UTF8', '--locale=C.UTF-8');
    url = await start(
      primary,
      '-c wal_level=replica',
      '-c archive_mode=on',
      `-c archive_command='test ! -f ${archive}/%f.gz && gzip -c %p > ${archive}/%f.part && mv ${archive}/%f.part ${archive}/%f.gz'`,
    );
    await ask(url, `create table words (word text)`);
  });
  afterAll(() => {
    delete process.env.PG_BIN;
    for (const dataFolder of running) stop(dataFolder, 'immediate');
    rmSync(folder, { recursive: true, force: true });
  });

  const add = (word: string) => ask(url, `insert into words values ('${word}')`);
  let seconds = 0;
  const backUp = (copy: string | null = null, keep = 7, archiveCopy: string | null = null) =>
    makeBackup({
      folder: backups,
      archive,
      copy,
      archiveCopy,
      keep,
      now: new Date(Date.UTC(2026, 10, 22, 3, 0, seconds++)),
      databaseUrl: url,
    });

  /** Ends the current WAL file and waits until it is archived. */
  async function archiveAll(): Promise<void> {
    const [row] = await ask(url, 'select pg_walfile_name(pg_current_wal_lsn()) as file, pg_switch_wal()');
    const isArchived = async () => {
      const [last] = await ask(url, 'select last_archived_wal as file from pg_stat_archiver');
      return (last!.file as string | null) !== null && (last!.file as string) >= (row!.file as string);
    };
    while (!(await isArchived())) await pause(50);
  }

  /** Restores into a new folder. @returns the rows of the restored database */
  async function restored(
    name: string,
    moment: Date | null,
    wal: string | null,
    from = { backup: backups, archive },
  ): Promise<string> {
    const to = join(folder, name);
    prepareRestore({ ...from, to, moment, wal });
    handOver(to);
    const words = await wordsOf(await start(to, '-c archive_mode=off'));
    stop(to);
    return words;
  }

  test('restores to a moment, to the end of the archive, and to the last commit', async () => {
    await add('a');
    backUp();
    await add('b');
    const [row] = await ask(url, 'select clock_timestamp() as at');
    await add('c');
    await archiveAll();
    await add('d');
    expect(await restored('to-a-moment', row!.at as Date, null)).toBe('ab');
    expect(await restored('to-the-archive', null, null)).toBe('abc');
    stop(primary, 'immediate');
    expect(await restored('to-the-last-commit', null, join(primary, 'pg_wal'))).toBe('abcd');
    url = await start(
      primary,
      `-c archive_mode=on`,
      `-c wal_level=replica`,
      `-c archive_command='test ! -f ${archive}/%f.gz && gzip -c %p > ${archive}/%f.part && mv ${archive}/%f.part ${archive}/%f.gz'`,
    );
  });

  test('keeps a second copy, and removes old backups and the WAL that only they need', async () => {
    const copy = join(folder, 'copy');
    await archiveAll();
    backUp(copy);
    await add('e');
    await archiveAll();
    const { removedBackups, removedWal, oldestWal } = backUp(copy, 2);
    expect(removedBackups).toBe(1);
    expect(removedWal).toBeGreaterThan(0);
    expect(listBackups(backups)).toEqual(listBackups(copy));
    expect(
      readdirSync(archive).filter((name) => /^[0-9A-F]{24}/.test(name) && name.slice(0, 24) < oldestWal),
    ).toEqual([]);
    await archiveAll();
    expect(await restored('after-pruning', null, null)).toBe('abcde');
  });

  test('prunes the copy of the archive to the files that any backup needs', async () => {
    const [copy, archiveCopy] = [join(folder, 'second'), join(folder, 'second-archive')];
    mkdirSync(archiveCopy);
    // Copies every few minutes, like rsync. Files of other programs stay.
    const copyArchive = () => cpSync(archive, archiveCopy, { recursive: true });
    const older = join(archiveCopy, `${'0'.repeat(24)}.gz`);
    await archiveAll();
    const first = backUp(copy, 1, archiveCopy);
    await add('f');
    const [row] = await ask(url, 'select clock_timestamp() as at');
    await add('g');
    await archiveAll();
    copyArchive();
    for (const file of [older, join(archiveCopy, '.0000.gz.Xy12'), join(archiveCopy, '00000002.history')])
      cpSync(join(first.path, 'backup_label'), file);
    // Lost in the first place, kept in the second.
    rmSync(first.path, { recursive: true });
    const { removedWal } = backUp(copy, 2, archiveCopy);
    expect(removedWal).toBeGreaterThan(0);
    expect(existsSync(older)).toBe(false);
    expect(readdirSync(archiveCopy)).toEqual(expect.arrayContaining(['.0000.gz.Xy12', '00000002.history']));
    expect(listBackups(copy)[0]).toBe(basename(first.path));
    rmSync(join(archiveCopy, '00000002.history'));
    await archiveAll();
    copyArchive();
    handOver(archiveCopy);
    // These backup names are older than that time.
    const oldest = { backup: join(copy, basename(first.path)), archive: archiveCopy };
    expect(await restored('second-to-a-moment', row!.at as Date, null, oldest)).toBe('abcdef');
    const newest = { backup: copy, archive: archiveCopy };
    expect(await restored('second-to-the-end', null, null, newest)).toBe('abcdefg');
  });

  test('finds the programs of the server outside of the PATH', () => {
    delete process.env.PG_BIN;
    try {
      expect(existsSync(backUp().path)).toBe(true);
    } finally {
      process.env.PG_BIN = PROGRAMS!;
    }
  });

  test('deletes the files of a failed or interrupted backup', () => {
    const killed = join(backups, '20261119T030000Z.part');
    const running = join(backups, '20261122T020000Z.part');
    for (const newFolder of [killed, running]) mkdirSync(newFolder);
    const before = listBackups(backups);
    const down = {
      copy: null,
      archiveCopy: null,
      archive,
      keep: 7,
      now: new Date(Date.UTC(2026, 10, 22, 4)),
    };
    expect(() =>
      makeBackup({ ...down, folder: backups, databaseUrl: 'postgres://mare@127.0.0.1:1/postgres' }),
    ).toThrow('pg_basebackup falhou');
    expect(readdirSync(backups).toSorted()).toEqual([...before, '20261122T020000Z.part'].toSorted());
    rmSync(running, { recursive: true });
  });

  test('rejects a missing archive and the WAL folder of a server before the backup', () => {
    const options = {
      folder: backups,
      copy: null,
      archiveCopy: null,
      keep: 1,
      now: new Date(0),
      databaseUrl: url,
    };
    const before = readdirSync(backups);
    expect(() => makeBackup({ ...options, archive: join(folder, 'nowhere') })).toThrow('confira --archive');
    expect(() => makeBackup({ ...options, archive: join(primary, 'pg_wal') })).toThrow('WAL de um servidor');
    expect(() => makeBackup({ ...options, archive, copy: `${backups}/` })).toThrow('a mesma pasta');
    const copied = { ...options, archive, copy: join(folder, 'never-made') };
    expect(() => makeBackup({ ...copied, archiveCopy: join(folder, 'nowhere') })).toThrow(
      'confira --archive-copy',
    );
    expect(() => makeBackup({ ...copied, archiveCopy: join(primary, 'pg_wal') })).toThrow(
      'WAL de um servidor',
    );
    expect(() => makeBackup({ ...copied, archiveCopy: `${archive}/` })).toThrow(
      'a mesma pasta que --archive',
    );
    expect(existsSync(copied.copy)).toBe(false);
    expect(readdirSync(backups)).toEqual(before);
  });

  test('reports missing files instead of restoring partially', () => {
    const options = { backup: backups, archive, to: join(folder, 'never'), wal: null };
    expect(() => prepareRestore({ ...options, moment: new Date(0) })).toThrow('anterior a esse momento');
    expect(() => prepareRestore({ ...options, archive: join(folder, 'nowhere'), moment: null })).toThrow(
      'não existe',
    );
    expect(() => prepareRestore({ ...options, to: backups, moment: null })).toThrow('já existe');
    for (const place of ['backup', 'wal'] as const)
      expect(() => prepareRestore({ ...options, [place]: join(folder, 'nowhere'), moment: null })).toThrow(
        `confira --${place}`,
      );
    expect(existsSync(join(folder, 'never'))).toBe(false);
  });
});
