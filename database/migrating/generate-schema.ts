/** Writes schema.ts from a freshly migrated database. With --check, only checks that the committed one is up to date. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../embedded/embedded-postgres.ts';
import { migrate } from './migrate.ts';

const committed = join(import.meta.dirname, '../schema.ts');
const checking = process.argv.includes('--check');
const folder = mkdtempSync(join(tmpdir(), 'mare-schema-'));
// Accessible to the account that PostgreSQL drops to, so that the cluster can be inside and is deleted with it.
chmodSync(folder, 0o711);
const target = checking ? join(folder, 'schema.ts') : committed;
const server = await startEmbeddedPostgres({ dataDir: folder, durable: false });
try {
  const url = server.url('postgres');
  await migrate(url);
  const result = spawnSync(
    'npx',
    [
      '--no-install',
      'kysely-codegen',
      '--url',
      url,
      '--dialect',
      'postgres',
      '--camel-case',
      '--out-file',
      target,
      '--type-mapping',
      '{"int8":"number"}',
      '--include-pattern',
      '(public|auth).*',
      '--exclude-pattern',
      'public.schema_migrations',
      '--default-schema',
      'public',
    ],
    { encoding: 'utf8' },
  );
  if (result.status !== 0) throw new Error(result.stderr || result.stdout);
  if (checking && readFileSync(target, 'utf8') !== readFileSync(committed, 'utf8')) {
    console.error(
      'database/schema.ts differs from the migrated database: run `npm run db:types` and commit it.',
    );
    process.exitCode = 1;
  }
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
