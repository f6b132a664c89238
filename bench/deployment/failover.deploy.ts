/**
 * The database machine is lost during a rush, and Patroni promotes the other one: no acknowledged order is lost, and orders
 * are acknowledged again within half a minute, without a person. `npm run test:deploy -- failover`; needs Debian's patroni,
 * etcd-server, haproxy and postgresql-15. The settings are those of deploy/postgresql.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectKysely, connectPool } from '@mare/database/connection/connect.ts';
import { migrate } from '@mare/database/migrating/migrate.ts';
import { createSessions } from '../shop/bench-sessions.ts';
import { fillShop, freshDatabase } from '../shop/bench-shop.ts';
import { createCleanup } from '../processes/cleanup.ts';
import { startWebProcess } from '../processes/processes.ts';
import { runConcurrently } from '../selling/run-concurrently.ts';
import { addSoldRifa } from '../shop/sold-rifas.ts';
import { startDatabaseCluster } from './database-cluster.ts';
import { buyOnce, checkOrders, reportPass } from './purchase.ts';

const PURCHASES = 900;
const BUYERS = 24;
const GOAL_SECONDS = 30;
/** A minute. */
const ATTEMPTS = 600;

const folder = mkdtempSync(join(tmpdir(), 'mare-failover-'));
chmodSync(folder, 0o711);
const cleanup = createCleanup();
cleanup.add(() => Promise.resolve(rmSync(folder, { recursive: true, force: true })));
try {
  const cluster = await startDatabaseCluster(folder, cleanup);
  const url = await freshDatabase(cluster.url);
  await migrate(url);
  const shop = await fillShop(url, cleanup);
  const rifaId = await addSoldRifa(shop.db, shop.pool, 1_000_000, 0);
  const tokens = await createSessions(shop);
  const web = await startWebProcess(shop.url, cleanup, { settings: { TRUSTED_PROXY_HOPS: '1' } });

  const formerPrimary = await cluster.primary();
  const acknowledged: string[] = [];
  let crashedAt: number | undefined;
  let recoveredAt: number | undefined;
  const purchases = Array.from({ length: PURCHASES }, (_, index) => async () => {
    if (acknowledged.length >= PURCHASES / 3 && crashedAt === undefined) {
      crashedAt = performance.now();
      formerPrimary.crash();
    }
    const beganAt = performance.now();
    acknowledged.push(
      await buyOnce(`http://127.0.0.1:${web.port}`, tokens[index % tokens.length]!, { attempts: ATTEMPTS }),
    );
    // One that began before the loss may have been answered before it too.
    if (crashedAt !== undefined && beganAt > crashedAt) recoveredAt ??= performance.now();
  });
  await runConcurrently(purchases, BUYERS);
  const seconds = (recoveredAt! - crashedAt!) / 1000;
  const newPrimary = await cluster.primary();
  if (newPrimary.name === formerPrimary.name) throw new Error(`${formerPrimary.name} is still the primary`);
  reportPass(
    `${formerPrimary.name} was lost during ${PURCHASES} purchases: ${newPrimary.name} took over by itself, and the next purchase was complete after ${seconds.toFixed(1)} s`,
  );
  if (seconds > GOAL_SECONDS) throw new Error(`more than ${GOAL_SECONDS} s`);

  const pool = connectPool({ url: shop.url, max: 2 });
  cleanup.add(() => pool.end());
  await checkOrders({ pool, db: connectKysely(pool) }, rifaId, acknowledged);

  await formerPrimary.start();
  await cluster.waitForStandby(formerPrimary.name);
  reportPass(`${formerPrimary.name} came back and follows ${newPrimary.name} as its synchronous standby`);
} finally {
  await cleanup.run();
}
