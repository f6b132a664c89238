import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { DataDirInUseError } from './claim-folder.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

const folder = mkdtempSync(join(tmpdir(), 'mare-embedded-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Starts the server in a child process, commits a row and prints 'committed'. */
const program = `
  import pg from 'pg';
  import { startEmbeddedPostgres } from ${JSON.stringify(join(import.meta.dirname, 'embedded-postgres.ts'))};
  const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(folder)}, durable: true });
  const client = new pg.Client({ connectionString: server.url('postgres') });
  await client.connect();
  await client.query('create table kept (word text)');
  await client.query("insert into kept values ('maré')");
  console.log('committed');
  setInterval(() => undefined, 1000);
`;

async function startInAnotherProcess(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', program], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}

test('rejects a folder in use, and recovers without data loss after its owner was killed', async () => {
  const owner = await startInAnotherProcess();
  await expect(startEmbeddedPostgres({ dataDir: folder, durable: true })).rejects.toThrow(DataDirInUseError);

  owner.kill('SIGKILL');
  await once(owner, 'exit');
  // The server keeps running after its owner is killed, until the next start stops it.
  const orphanPid = Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  expect(() => process.kill(orphanPid, 0)).not.toThrow();

  const server = await startEmbeddedPostgres({ dataDir: folder, durable: true });
  const client = new pg.Client({ connectionString: server.url('postgres') });
  await client.connect();
  expect((await client.query('select word from kept')).rows).toEqual([{ word: 'maré' }]);
  await client.end();
  await server.stop();
  expect(existsSync(join(folder, 'postgres', 'postmaster.pid'))).toBe(false);
});

test('reports a server that exits unexpectedly, but not one that is stopped', async () => {
  const lost = Promise.withResolvers<string>();
  const settings = { dataDir: folder, durable: false };
  const server = await startEmbeddedPostgres({ ...settings, onLost: () => lost.resolve('lost') });
  const pid = Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  process.kill(pid, 'SIGQUIT');
  expect(await lost.promise).toBe('lost');
  await server.stop();

  let wasReported = false;
  const stopped = await startEmbeddedPostgres({ ...settings, onLost: () => (wasReported = true) });
  await stopped.stop();
  expect(wasReported).toBe(false);
});

/** @returns the client IP address that the server sees; null for a Unix socket */
async function clientIpOf(url: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ ipAddress: string | null }>(
    'select inet_client_addr() as "ipAddress"',
  );
  await client.end();
  return rows[0]!.ipAddress;
}

test('accepts connections on a Unix socket, or over TCP if the socket path would be too long', async () => {
  const server = await startEmbeddedPostgres({ dataDir: folder, durable: false });
  expect(await clientIpOf(server.socketUrl('postgres'))).toBe(null);
  expect(await clientIpOf(server.url('postgres'))).toBe('127.0.0.1');
  await server.stop();
  const longPath = join(folder, 'a'.repeat(100));
  const overTcp = await startEmbeddedPostgres({ dataDir: longPath, durable: false });
  expect(await clientIpOf(overTcp.socketUrl('postgres'))).toBe('127.0.0.1');
  await overTcp.stop();
});
