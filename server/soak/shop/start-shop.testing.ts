/** A shop as in production: two web processes and two workers over one PostgreSQL, each behind a proxy. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectKysely, connectPool, type Database } from '@mare/database/connection/connect.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@mare/database/embedded/embedded-postgres.ts';
import { migrate } from '@mare/database/migrating/migrate.ts';
import type pg from 'pg';
import { type TcpProxy, startTcpProxy } from './tcp-proxy.testing.ts';
import { createTraffic, type Traffic } from '../traffic.testing.ts';
import { type Supervised, supervise } from './supervise.testing.ts';

const DATABASE = 'postgres';

export interface SoakShop {
  folder: string;
  /** URL of the site. */
  url: string;
  toSite: TcpProxy;
  toDatabase: TcpProxy;
  web: Supervised[];
  workers: Supervised[];
  /** Direct connection for setup and checks. */
  pool: pg.Pool;
  db: Database;
  databaseUrl(): string;
  now(): Date;
  /** Real time of the latest clock change; 0 without one. */
  clockMovedAt(): number;
  /** Requests of its buyers and admins. */
  traffic: Traffic;
  /** Moves the clock of every process, in seconds. */
  moveClock(seconds: number): void;
  /** Duration of every call to the provider; 0 for no delay. */
  slowDownProvider(latencyMs: number): void;
  /** Maximum duration in milliseconds of a pending call. */
  providerLatencyMs(): number;
  /** Restarts the database on another port. */
  restartDatabase(): Promise<void>;
  /** Switches all processes to another database. */
  useDatabase(server: EmbeddedPostgres): Promise<void>;
  server(): EmbeddedPostgres;
  startProcesses(): Promise<void>;
  stop(): Promise<void>;
}

export async function startSoakShop(): Promise<SoakShop> {
  const folder = mkdtempSync(join(tmpdir(), 'mare-soak-'));
  // Readable by the account that PostgreSQL drops to.
  chmodSync(folder, 0o711);
  const startDatabase = () => startEmbeddedPostgres({ dataDir: join(folder, 'database'), durable: true });
  let server = await startDatabase();
  await migrate(server.url(DATABASE));
  const [toSite, toDatabase] = [await startTcpProxy(), await startTcpProxy()];
  const url = `http://127.0.0.1:${toSite.port}`;
  let offsetMs = 0;
  let movedAt = 0;
  let slow = { latencyMs: 0, until: 0 };
  const web: Supervised[] = [];
  const workers: Supervised[] = [];

  const environment = (role: string, port: number) => () =>
    processEnvironment({
      role,
      port,
      url,
      databaseUrl: withPort(server.url(DATABASE), toDatabase.port),
      dataDir: join(folder, 'data'),
      clockOffsetMs: offsetMs,
    });
  const start = (name: string, role: string, port: number) =>
    supervise(name, environment(role, port), join(folder, `${name}.log`));

  const connect = () => connectPool({ url: server.url(DATABASE), max: 6 });
  const shop: SoakShop = {
    folder,
    url,
    toSite,
    toDatabase,
    web,
    workers,
    pool: connect(),
    db: null!,
    databaseUrl: () => server.url(DATABASE),
    now: () => new Date(Date.now() + offsetMs),
    clockMovedAt: () => movedAt,
    traffic: createTraffic(),
    moveClock(seconds) {
      offsetMs += seconds * 1000;
      movedAt = Date.now();
      for (const process of [...web, ...workers]) process.send({ clockOffsetMs: offsetMs });
    },
    slowDownProvider(latencyMs) {
      // Calls in progress keep their earlier duration.
      slow = latencyMs > 0 ? { latencyMs, until: Infinity } : { ...slow, until: Date.now() + slow.latencyMs };
      for (const process of web) process.send({ providerLatencyMs: latencyMs });
    },
    providerLatencyMs: () => (Date.now() <= slow.until ? slow.latencyMs : 0),
    async restartDatabase() {
      await shop.pool.end();
      await server.stop();
      await shop.useDatabase(await startDatabase());
    },
    async useDatabase(other) {
      server = other;
      if (!shop.pool.ended) await shop.pool.end();
      shop.pool = connect();
      shop.db = connectKysely(shop.pool);
      toDatabase.forwardTo([portOf(server)]);
    },
    server: () => server,
    async startProcesses() {
      const ports = [await freePort(), await freePort()];
      toSite.forwardTo(ports);
      web.push(...ports.map((port, index) => start(`web-${index + 1}`, 'web', port)));
      // Workers reach the sandbox provider, served by the web processes, through the proxy.
      workers.push(...[1, 2].map((number) => start(`worker-${number}`, 'worker', toSite.port)));
      await Promise.all([...web, ...workers].map((one) => one.ready()));
    },
    async stop() {
      await Promise.all([...web, ...workers].map((one) => one.stop()));
      await shop.pool.end();
      await toSite.close();
      await toDatabase.close();
      await server.stop();
      if (!process.env.SOAK_KEEP) rmSync(folder, { recursive: true, force: true });
    },
  };
  await shop.useDatabase(server);
  return shop;
}

/** Environment of a process under test: the demo sandbox behind one load balancer. */
export function processEnvironment(process: {
  role: string;
  port: number;
  /** URL of the site. */
  url: string;
  databaseUrl: string;
  dataDir: string;
  clockOffsetMs: number;
}): Record<string, string> {
  return {
    ROLE: process.role,
    PORT: String(process.port),
    PUBLIC_URL: process.url,
    DATABASE_URL: process.databaseUrl,
    DATA_DIR: process.dataDir,
    DEMO: '1',
    TRUSTED_PROXY_HOPS: '1',
    LOG_LEVEL: 'warn',
    CLOCK_OFFSET_MS: String(process.clockOffsetMs),
    NODE_COMPILE_CACHE: join(tmpdir(), 'mare-compile-cache'),
  };
}

function portOf(server: EmbeddedPostgres): number {
  return Number(new URL(server.url(DATABASE)).port);
}

function withPort(url: string, port: number): string {
  const rewritten = new URL(url);
  rewritten.port = String(port);
  return rewritten.href;
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}
