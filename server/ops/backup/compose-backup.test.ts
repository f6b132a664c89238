/**
 * Backup and restore of the compose file on a real PostgreSQL of this machine: its commands and deploy/postgresql/mare.conf,
 * with other folders.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { account, ask, handOver, PROGRAMS, run, running, start, stop } from './postgresql.testing.ts';

const root = join(import.meta.dirname, '../../..');
const compose = readFileSync(join(root, 'deploy/compose.yaml'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'mare-compose-'));
const [data, archive, backups, copy, archiveCopy] = [
  'docker',
  'archive',
  'backups',
  'backups-copy',
  'archive-copy',
].map((name) => join(folder, name)) as [string, string, string, string, string];

/** Folders in the containers, and their replacements here. */
const replacePaths = (text: string) =>
  text
    .replaceAll('/var/lib/postgresql/archive', archive)
    .replaceAll('/var/lib/postgresql/18/docker', data)
    .replaceAll(/(?<![\w-])\/archive-copy/g, archiveCopy)
    .replaceAll('/backups-copy', copy)
    .replaceAll(/(?<![\w-])\/backups/g, backups);

/** One service of the compose file. */
function serviceOf(name: string): string {
  const service = new RegExp(`\\n  ${name}:\\n((?: {4}.*\\n|\\n)+)`).exec(compose)?.[1];
  if (!service) throw new Error(`no service ${name}`);
  return service;
}

const archiveCommand = /^archive_command = '(.+)'$/m.exec(
  readFileSync(join(root, 'deploy/postgresql/mare.conf'), 'utf8'),
)![1]!;

function runInRoot(command: string[], env: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync(command[0]!, command.slice(1), {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: [dirname(process.execPath), PROGRAMS!, process.env.PATH].join(delimiter), ...env },
  });
  return { status, stdout, stderr };
}

const wordsOf = async (url: string) =>
  (await ask(url, 'select word from words order by word')).map(({ word }) => word).join('');

describe.skipIf(!PROGRAMS)('backup and restore with compose', { timeout: 180_000 }, () => {
  let url: string;
  beforeAll(async () => {
    chmodSync(folder, 0o755);
    for (const newFolder of [data, archive, archiveCopy]) {
      mkdirSync(newFolder, { mode: 0o700 });
      if (account) chownSync(newFolder, account.uid, account.gid);
    }
    run('initdb', '-D', data, '--auth=trust', '--username=mare', '--encoding=UTF8', '--locale=C.UTF-8');
    url = await startDatabase();
    await ask(url, 'create table words (word text)');
  });
  afterAll(() => {
    for (const dataFolder of running) stop(dataFolder, 'immediate');
    rmSync(folder, { recursive: true, force: true });
  });

  const startDatabase = () =>
    start(
      data,
      '-c wal_level=replica',
      '-c archive_mode=on',
      `-c archive_command='${replacePaths(archiveCommand)}'`,
    );
  const add = (word: string) => ask(url, `insert into words values ('${word}')`);

  function backUp() {
    const command = /command: (node .+)/.exec(serviceOf('backup'))![1]!;
    const { port } = new URL(url);
    const result = runInRoot(replacePaths(command).split(' '), {
      PGHOST: '127.0.0.1',
      PGUSER: 'mare',
      PGPORT: port,
    });
    if (account) for (const folder of [archive, backups, copy]) handOver(folder);
    return result;
  }

  /** `docker compose run --rm restore …options` */
  function restore(...options: string[]) {
    const service = serviceOf('restore');
    const entrypoint = /entrypoint: \[(.+)\]/.exec(service)![1]!.split(', ');
    const env = Object.fromEntries(
      [...service.matchAll(/^ {6}([A-Z]+): (\S+)$/gm)].map(([, name, value]) => [
        name!,
        replacePaths(value!),
      ]),
    );
    const { port } = new URL(url);
    const done = runInRoot([...entrypoint, ...options], { ...env, PGHOST: '127.0.0.1', PGPORT: port });
    if (account) handOver(folder);
    return done;
  }

  async function archiveAll(): Promise<void> {
    const [row] = await ask(url, 'select pg_walfile_name(pg_current_wal_lsn()) as file, pg_switch_wal()');
    const last = async () =>
      (await ask(url, 'select last_archived_wal as file from pg_stat_archiver'))[0]!.file as string | null;
    while (((await last()) ?? '') < (row!.file as string)) await pause(50);
  }

  test('restores to a point in time, then to the latest commit, and keeps the replaced data', async () => {
    await add('a');
    expect(backUp()).toMatchObject({ status: 0, stderr: '' });
    expect(readdirSync(copy)).toEqual(readdirSync(backups));
    await add('b');
    const [row] = await ask(url, 'select clock_timestamp() as at');
    await add('c');
    await archiveAll();
    const moment = (row!.at as Date).toISOString();
    expect(restore('--moment', moment)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('ainda está no ar'),
    });
    stop(data);
    expect(restore('--moment', moment)).toMatchObject({ status: 0, stderr: '' });
    expect(readdirSync(folder).filter((name) => name.startsWith('docker.replaced-'))).toHaveLength(1);
    url = await startDatabase();
    expect(await wordsOf(url)).toBe('ab');

    await add('d');
    // This WAL is not archived yet: only the stopped server's folder has it.
    stop(data);
    expect(restore()).toMatchObject({ status: 0, stderr: '' });
    url = await startDatabase();
    expect(await wordsOf(url)).toBe('abd');
  });

  test('changes nothing when there is no backup to restore', () => {
    stop(data);
    expect(restore('--moment', '2020-01-01T00:00:00Z')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('Nenhum backup'),
    });
    expect(readdirSync(data)).toContain('PG_VERSION');
  });
});
