/** Global setup of Vitest: one PostgreSQL per run, with a migrated template to clone. */
import { rmSync } from 'node:fs';
import pg from 'pg';
import { startEmbeddedPostgres } from '../embedded/embedded-postgres.ts';
import { migrate } from '../migrating/migrate.ts';
import { makeScratchFolder } from './scratch-folder.testing.ts';

export default async function setup(): Promise<() => Promise<void>> {
  const folder = makeScratchFolder();
  const server = await startEmbeddedPostgres({
    dataDir: folder,
    durable: false,
    maxConnections: 300,
    // No test may depend on when it runs; on the template it also removes the cache that connections to copies start from.
    settings: { autovacuum: 'off' },
  });
  const admin = new pg.Client({ connectionString: server.url('postgres') });
  await admin.connect();
  await admin.query('create database mare_template');
  await admin.end();
  await migrate(server.url('mare_template'));
  process.env.TEST_DATABASE_SERVER = server.url('postgres');
  return async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
