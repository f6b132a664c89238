/** Takes a base backup with PostgreSQL's low-level API, because the embedded package has no pg_basebackup. */
import { spawnSync } from 'node:child_process';
import { chownSync, cpSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { EmbeddedPostgres } from '@mare/database/embedded/embedded-postgres.ts';

/** Files that belong to the running server and must not be copied. */
const SKIPPED_FILES = ['postmaster.pid', 'postmaster.opts', 'server.log', 'postgresql.auto.conf'];

/**
 * @param from data folder of the running server
 * @param to data folder of the copy
 * @param signal makes the copy a standby of the server; without it the copy is a plain backup
 */
export async function copyCluster(
  server: EmbeddedPostgres,
  from: string,
  to: string,
  signal?: 'standby.signal',
): Promise<void> {
  const client = new pg.Client({ connectionString: server.url('postgres') });
  await client.connect();
  try {
    await client.query("select pg_backup_start('copy', true)");
    mkdirSync(to, { recursive: true });
    cpSync(join(from, 'password'), join(to, 'password'));
    const cluster = join(to, 'postgres');
    // Files removed during the copy cause warnings; the WAL restores them.
    spawnSync('cp', ['-aL', join(from, 'postgres'), cluster]);
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()');
    for (const name of SKIPPED_FILES) rmSync(join(cluster, name), { force: true });
    for (const name of readdirSync(join(cluster, 'pg_wal')))
      rmSync(join(cluster, 'pg_wal', name), { recursive: true });
    writeFor(cluster, 'postgresql.auto.conf', '');
    writeFor(cluster, 'backup_label', rows[0]!.labelfile);
    if (signal) writeFor(cluster, signal, '');
  } finally {
    await client.end();
  }
}

/** Writes a file that the PostgreSQL account owns. */
function writeFor(cluster: string, name: string, text: string): void {
  const file = join(cluster, name);
  writeFileSync(file, text, { mode: 0o600 });
  const { uid, gid } = statSync(cluster);
  chownSync(file, uid, gid);
}
