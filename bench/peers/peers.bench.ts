/**
 * Comparison with alternative shops: Medusa and Vendure beside ours, in the same run, on the same PostgreSQL, one process
 * each. `npm run bench -- peers`.
 *
 * Options: `--folder FOLDER` keeps the installed packages for the next run; `--seconds N` for each row (20); `--only NAME`,
 * `medusa` or `vendure`; `--document` writes its part of docs/measurements.md.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installMedusa, MEDUSA_PACKAGES } from './medusa.ts';
import { prepareShop } from './shop.ts';
import { type Buyer, type Installed, type Peer, runProgram, stopServer } from './peer.ts';
import { describePeers, type PeerRow, printPeer } from './peers-document.ts';
import { installVendure, VENDURE_PACKAGES } from './vendure.ts';
import { createCleanup } from '../processes/cleanup.ts';
import { residentMegabytes, treeCpuSeconds } from '../processes/process-usage.ts';
import { describeRun, writePart } from '../reporting/document.ts';
import { runConcurrently } from '../selling/run-concurrently.ts';
import { openShop } from '../shop/bench-shop.ts';

const BUYERS = 16;
/** Share of a row's time before it counts: programs compile and caches fill. */
const WARM_UP = 0.5;
const MAX_OPERATIONS = 1_000_000;
/** Requests or checkouts of a row, and as many before it, however long they take. */
const MIN_OPERATIONS = 100;
const PEERS = [
  { id: 'vendure', packages: VENDURE_PACKAGES, install: installVendure },
  { id: 'medusa', packages: MEDUSA_PACKAGES, install: installMedusa },
];

const { values: options } = parseArgs({
  options: {
    folder: { type: 'string' },
    seconds: { type: 'string', default: '20' },
    only: { type: 'string' },
    document: { type: 'boolean', default: false },
  },
});
const seconds = Number(options.seconds);
const loadBefore = loadavg()[0]!;
const cleanup = createCleanup();
try {
  const shop = await openShop(BUYERS, cleanup);
  const rootFolder = options.folder ?? mkdtempSync(join(tmpdir(), 'mare-peers-'));
  if (!options.folder)
    cleanup.add(() => Promise.resolve(rmSync(rootFolder, { recursive: true, force: true })));
  const rows: PeerRow[] = [];
  async function measure(peer: Peer): Promise<void> {
    const row = await measurePeer(peer, shop.databaseCpuSeconds);
    rows.push(row);
    printPeer(row, rows[0]!);
  }

  await measure(await prepareShop(shop, BUYERS, join(rootFolder, 'ours'), cleanup));
  for (const { id, packages, install } of PEERS) {
    if (options.only && options.only !== id) continue;
    const folder = join(rootFolder, id);
    await installPackages(folder, packages);
    await shop.pool.query(`create database ${id}`);
    const databaseUrl = new URL(shop.url);
    databaseUrl.pathname = id;
    const installed: Installed = { folder, databaseUrl: databaseUrl.href, cleanup, buyers: BUYERS };
    await measure(await install(installed));
  }
  if (options.document) writePart('peers', describePeers(rows, describeRun('peers', loadBefore), BUYERS));
} finally {
  await cleanup.run();
}

async function installPackages(folder: string, packages: readonly string[]): Promise<void> {
  if (existsSync(join(folder, 'node_modules'))) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "commonjs" }\n');
  const args = ['install', '--no-audit', '--no-fund', '--legacy-peer-deps', ...packages];
  await runProgram(folder, 'npm', args);
}

async function measurePeer(peer: Peer, databaseCpuSeconds: () => number): Promise<PeerRow> {
  const began = performance.now();
  const { child, buyers } = await peer.start();
  await buyers[0]!.list();
  const startSeconds = (performance.now() - began) / 1000;
  const startCpuSeconds = treeCpuSeconds(child.pid!);
  const readCpuSeconds = () => ({ program: treeCpuSeconds(child.pid!), database: databaseCpuSeconds() });

  async function measureRow(run: (buyer: Buyer) => Promise<unknown>) {
    const idle = [...buyers];
    const runFor = (limit: number) => {
      let started = 0;
      const task = async () => {
        started++;
        const buyer = idle.pop()!;
        await run(buyer);
        idle.push(buyer);
      };
      const tasks = Array.from({ length: MAX_OPERATIONS }, () => task);
      return runConcurrently(tasks, BUYERS, (elapsed) => elapsed < limit * 1000 || started < MIN_OPERATIONS);
    };
    await runFor(seconds * WARM_UP);
    const before = readCpuSeconds();
    const { completed, seconds: took } = await runFor(seconds);
    const after = readCpuSeconds();
    return {
      programMs: ((after.program - before.program) * 1000) / completed,
      databaseMs: ((after.database - before.database) * 1000) / completed,
      perSecond: completed / took,
      count: completed,
    };
  }

  const row = {
    name: peer.name,
    list: await measureRow((buyer) => buyer.list()),
    product: await measureRow((buyer) => buyer.product()),
    cart: await measureRow((buyer) => buyer.writeCart()),
    checkout: await measureRow((buyer) => buyer.checkOut()),
    checkoutRequests: peer.checkoutRequests,
    startSeconds,
    startCpuSeconds,
    megabytes: peer.megabytes,
    residentMegabytes: residentMegabytes(child.pid!),
  };
  await stopServer(child);
  return row;
}
