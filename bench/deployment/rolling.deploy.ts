/**
 * A new version with a migration goes live while buyers buy: no request fails, and no order is lost. The version before is
 * that of the commit before the newest migration, or of the commit given. `npm run test:deploy -- rolling [COMMIT]`; needs
 * git and Debian's haproxy.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@mare/database/embedded/embedded-postgres.ts';
import { pendingMigrations } from '@mare/database/migrating/migrate.ts';
import { freePort } from '@mare/server/soak/shop/start-shop.testing.ts';
import { benchBuyer } from '../shop/bench-buyers.ts';
import { createSessions } from '../shop/bench-sessions.ts';
import { fillShop, freshDatabase } from '../shop/bench-shop.ts';
import { createCleanup } from '../processes/cleanup.ts';
import { runConcurrently } from '../selling/run-concurrently.ts';
import { addSoldRifa } from '../shop/sold-rifas.ts';
import { createBalancer } from './balancer.ts';
import { checkOrders, buyOnce, reportPass } from './purchase.ts';
import { type Release, releaseAt, type ReleaseProcess } from './release.ts';

/** Purchases made with the previous version, and again after the new version has taken over. */
const PURCHASES = 150;
const LIMIT = 10_000;
const BUYERS = 8;

const root = join(import.meta.dirname, '../..');
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const migrated = git('log', '-1', '--format=%H', '--', 'database/migrations');
const commit = process.argv[2] ?? `${migrated}^`;

const folder = mkdtempSync(join(tmpdir(), 'mare-rolling-'));
const cleanup = createCleanup();
cleanup.add(() => Promise.resolve(rmSync(folder, { recursive: true, force: true })));
try {
  const before = releaseAt(join(folder, 'before'));
  git('worktree', 'add', '--detach', before.folder, commit);
  cleanup.add(() => Promise.resolve(void git('worktree', 'remove', '--force', before.folder)));
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: before.folder,
    stdio: 'inherit',
  });
  const after = releaseAt(root);

  const server = await startEmbeddedPostgres({
    dataDir: join(folder, 'database'),
    durable: true,
    maxConnections: 150,
  });
  cleanup.add(() => server.stop());
  const url = await freshDatabase(server.url('postgres'));
  before.migrate(url);
  const shop = await fillShop(url, cleanup);
  const rifaId = await addSoldRifa(shop.db, shop.pool, 1_000_000, 0);
  const pending = await pendingMigrations(shop.pool);
  if (pending.length === 0) throw new Error(`there is no migration between ${commit} and this version`);

  const ports = [await freePort(), await freePort()];
  /** Port of the next process, while the process that it replaces still serves. */
  let spare = await freePort();
  const balancer = await createBalancer(folder, [...ports, spare], cleanup);
  const tokens = await createSessions(shop, balancer.url);
  const start = (release: Release, role: 'web' | 'worker', port: number): Promise<ReleaseProcess> =>
    release.start(
      { role, port, url: balancer.url, databaseUrl: url, dataDir: join(folder, 'data') },
      cleanup,
    );
  const running = await Promise.all([
    ...ports.map((port) => start(before, 'web', port)),
    start(before, 'worker', await freePort()),
  ]);

  await balancer.start();
  for (const port of ports) await balancer.waitUntilUsed(port);
  // At first HAProxy considers every process ready.
  await balancer.waitUntilUnused(spare);

  const acknowledged: string[] = [];
  /** How many were acknowledged when the new version had taken over. */
  let takenOverAt = Number.POSITIVE_INFINITY;
  const replace = async (old: ReleaseProcess) => {
    const next = await start(after, 'web', spare);
    await balancer.waitUntilUsed(next.port);
    await old.stop();
    await balancer.waitUntilUnused(old.port);
    spare = old.port;
    return next;
  };
  const replaceProcesses = async () => {
    after.migrate(url);
    for (const [index, old] of running.entries())
      if (index < ports.length) running[index] = await replace(old);
      else {
        running[index] = await start(after, 'worker', await freePort());
        await old.stop();
      }
    takenOverAt = acknowledged.length;
  };
  let rollOut: Promise<void> | undefined;
  let hasRollOutFailed = false;
  const purchases = Array.from({ length: LIMIT }, (_, index) => async () => {
    // One attempt: the balancer hides a process that stops, and the buyer sees nothing.
    const buyer = index % tokens.length;
    const { cpf } = benchBuyer(buyer);
    acknowledged.push(await buyOnce(balancer.url, tokens[buyer]!, { attempts: 1, cpf }));
    if (acknowledged.length < PURCHASES || rollOut) return;
    rollOut = replaceProcesses();
    // After a failed purchase the cleanup ends starting processes, which must not hide the purchase's error.
    rollOut.catch(() => (hasRollOutFailed = true));
  });
  await runConcurrently(
    purchases,
    BUYERS,
    () => !hasRollOutFailed && acknowledged.length < takenOverAt + PURCHASES,
  );
  await rollOut;
  if (takenOverAt > LIMIT - PURCHASES) throw new Error('the new version went live after the last purchases');
  reportPass(
    `${pending.join(', ')} was applied and three processes were replaced one by one during ${takenOverAt - PURCHASES} purchases: no request failed`,
  );
  await checkOrders(shop, rifaId, acknowledged);
} finally {
  await cleanup.run();
}
