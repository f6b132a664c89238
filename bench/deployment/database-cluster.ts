/** Two PostgreSQL under Patroni with one etcd, behind HAProxy, all on this machine, with the settings of deploy/postgresql. */
import type { ChildProcess } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@mare/server/soak/shop/start-shop.testing.ts';
import type { Cleanup } from '../processes/cleanup.ts';
import { descendantsOf } from '../processes/process-usage.ts';
import { findProgram, postgresAccount, startProgram } from './debian-program.ts';

const SETTINGS = join(import.meta.dirname, '../../deploy/postgresql');
const BINARIES = '/usr/lib/postgresql/15/bin';
/** Patroni's first start creates a cluster; the second copies it. */
const TIMEOUT_MS = 60_000;

interface DatabaseMachine {
  name: string;
  /** Kills Patroni and PostgreSQL at once, like a power failure. */
  crash(): void;
  start(): Promise<void>;
}

interface DatabaseCluster {
  /** URL of the current primary, also after a failover. */
  url: string;
  primary(): Promise<DatabaseMachine>;
  waitForStandby(name: string): Promise<void>;
}

interface Ports {
  database: number;
  api: number;
}

/** @param folder that other accounts may enter */
export async function startDatabaseCluster(folder: string, cleanup: Cleanup): Promise<DatabaseCluster> {
  if (!existsSync(BINARIES)) throw new Error('PostgreSQL 15 is missing: apt-get install postgresql-15');
  const [etcdPort, peerPort, proxyPort] = [await freePort(), await freePort(), await freePort()];
  const etcd = `http://127.0.0.1:${etcdPort}`;
  await startProgram(
    findProgram('etcd'),
    [
      `--data-dir=${join(folder, 'etcd')}`,
      `--listen-client-urls=${etcd}`,
      `--advertise-client-urls=${etcd}`,
      `--listen-peer-urls=http://127.0.0.1:${peerPort}`,
    ],
    etcdPort,
    cleanup,
  );
  const ports: Ports[] = [];
  for (let count = 0; count < 2; count++) ports.push({ database: await freePort(), api: await freePort() });
  const machines: DatabaseMachine[] = [];
  for (const [index, machinePorts] of ports.entries())
    machines.push(createMachine(`db-${index + 1}`, machinePorts, etcdPort, folder, cleanup));
  await machines[0]!.start();
  await waitForRole(ports[0]!, 'primary', 'no primary');
  await machines[1]!.start();
  await waitForRole(ports[1]!, 'sync', 'no synchronous standby');
  const settings = join(folder, 'haproxy.cfg');
  writeFileSync(settings, proxySettings(proxyPort, ports));
  await startProgram(findProgram('haproxy'), ['-f', settings, '-db'], proxyPort, cleanup);
  const url = `postgres://postgres:change-superuser@127.0.0.1:${proxyPort}/postgres`;
  // HAProxy accepts connections before it has checked which machine is the primary.
  await pause(2_000);

  return {
    url,
    async primary() {
      for (const [index, machinePorts] of ports.entries())
        if (await hasRole(machinePorts, 'primary')) return machines[index]!;
      throw new Error('no database is the primary');
    },
    waitForStandby: (name) =>
      waitForRole(
        ports[machines.findIndex((machine) => machine.name === name)]!,
        'sync',
        `${name} does not follow`,
      ),
  };
}

function createMachine(
  name: string,
  ports: Ports,
  etcdPort: number,
  folder: string,
  cleanup: Cleanup,
): DatabaseMachine {
  const machineFolder = join(folder, name);
  mkdirSync(machineFolder);
  const account = postgresAccount();
  if (account) chownSync(machineFolder, account.uid, account.gid);
  const settings = join(folder, `${name}.yml`);
  writeFileSync(settings, machineSettings(name, ports, etcdPort, machineFolder));
  let patroni: ChildProcess | undefined;
  const crash = () => {
    if (!patroni?.pid) return;
    const postmaster = postmasterOf(join(machineFolder, 'data'));
    const pids = [patroni.pid, ...descendantsOf(patroni.pid)];
    if (postmaster) pids.push(postmaster, ...descendantsOf(postmaster));
    for (const pid of new Set(pids)) kill(pid);
    patroni = undefined;
  };
  cleanup.add(() => Promise.resolve(crash()));
  return {
    name,
    crash,
    async start() {
      patroni = await startProgram(findProgram('patroni'), [settings], ports.api, cleanup, true);
    },
  };
}

function postmasterOf(dataFolder: string): number | null {
  const file = join(dataFolder, 'postmaster.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : null;
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function machineSettings(name: string, ports: Ports, etcdPort: number, folder: string): string {
  return readSettings('patroni.yml', {
    'name: db-1': `name: ${name}`,
    '10.0.0.11:8008': `127.0.0.1:${ports.api}`,
    '10.0.0.21:2379': `127.0.0.1:${etcdPort}`,
    '10.0.0.11:5432': `127.0.0.1:${ports.database}`,
    '/var/lib/postgresql/mare': join(folder, 'data'),
    '/var/lib/postgresql/pgpass-patroni': join(folder, 'pgpass'),
    '/var/run/postgresql': folder,
    '10.0.0.0/24': '127.0.0.1/32',
  });
}

function proxySettings(port: number, machines: readonly Ports[]): string {
  const replacements = { '10.0.0.10:5432': `127.0.0.1:${port}` };
  for (const [index, { database, api }] of machines.entries())
    Object.assign(replacements, {
      [`10.0.0.1${index + 1}:5432 check port 8008`]: `127.0.0.1:${database} check port ${api}`,
    });
  return readSettings('haproxy.cfg', replacements);
}

/** @throws if the file does not contain the text to be replaced */
function readSettings(file: string, replacements: Record<string, string>): string {
  let text = readFileSync(join(SETTINGS, file), 'utf8');
  for (const [before, after] of Object.entries(replacements)) {
    if (!text.includes(before)) throw new Error(`${file} does not contain ${before}`);
    text = text.replaceAll(before, after);
  }
  return text;
}

async function hasRole({ api }: Ports, role: 'primary' | 'sync'): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${api}/${role}`).catch(() => null);
  return response?.status === 200;
}

async function waitForRole(ports: Ports, role: 'primary' | 'sync', errorMessage: string): Promise<void> {
  const until = performance.now() + TIMEOUT_MS;
  while (!(await hasRole(ports, role))) {
    if (performance.now() > until) throw new Error(errorMessage);
    await pause(250);
  }
}
