/**
 * How long the jobs of a rush last: orders that are all created and paid at one moment, and one worker. Counts until the
 * queues are empty and every message is in the outbox; the mail server limits the rate of sending.
 * `npm run bench -- drain`.
 *
 * Options: `--orders N` (10,000); `--json FILE`. Fails beyond 10 s.
 */
import { writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { orderEvents } from '@mare/server/orders/lifecycle/order-events.ts';
import type { Job } from '@mare/server/platform/jobs/define-job.ts';
import { JOBS } from '@mare/server/composition/worker.ts';
import { createCleanup } from '../processes/cleanup.ts';
import { openShop } from '../shop/bench-shop.ts';
import { addPastOrders } from '../shop/past-orders.ts';
import { startShopJobs } from '../shop/shop-with-jobs.ts';
import { addSoldRifa } from '../shop/sold-rifas.ts';

const CONNECTIONS = 10;
const GOAL_SECONDS = 10;
const GIVE_UP_SECONDS = 600;
const COTAS = 5;

const { values } = parseArgs({
  options: { json: { type: 'string' }, orders: { type: 'string', default: '10000' } },
});
const orders = Number(values.orders);

// Seals the messages of the outbox.
process.env.AUTH_SECRET ??= 'a'.repeat(40);

const cleanup = createCleanup();
try {
  const shop = await openShop(CONNECTIONS, cleanup);
  const platform = await startShopJobs(
    { url: shop.url, parts: shop.platform, jobs: JOBS, runsJobs: true },
    cleanup,
  );
  const { jobs } = platform;
  const rifaId = await addSoldRifa(shop.db, shop.pool, 1_000_000, 0);
  await addPastOrders(shop.pool, rifaId, orders, COTAS);
  const { rows } = await shop.pool.query<{ orderId: string }>(
    'select id as "orderId" from orders order by id',
  );
  for (const event of [orderEvents.created, orderEvents.paid]) await jobs.enqueueMany(shop.db, event, rows);
  await shop.pool.query('analyze');

  const began = Date.now();
  const secondsSince = () => (Date.now() - began) / 1000;
  // Each needs a part of the platform, which the type of their union does not express.
  await jobs.work(platform, JOBS as Job<never, typeof platform>[]);
  let confirmedSeconds = 0;
  for (;;) {
    await pause(500);
    const counted = await shop.pool.query<{ unfinished: number; confirmed: number }>(
      `select (select count(*)::integer from pgboss.job
         where state < 'completed' and not blocked and start_after <= now()) as unfinished,
        (select count(*)::integer from outbox where key like 'order:%:paid:%') as confirmed`,
    );
    const { unfinished, confirmed } = counted.rows[0]!;
    if (confirmedSeconds === 0 && confirmed === orders) confirmedSeconds = secondsSince();
    if (unfinished === 0) break;
    if (secondsSince() > GIVE_UP_SECONDS)
      throw new Error(`${unfinished} jobs are left after ${GIVE_UP_SECONDS} s`);
  }
  const drainedSeconds = secondsSince();
  const { rows: queues } = await shop.pool.query<{ name: string; state: string; count: number }>(
    'select name, state, count(*)::integer from pgboss.job group by 1, 2 order by 3 desc',
  );
  const failed = queues.filter(({ state }) => state === 'failed' || state === 'retry');
  if (failed.length > 0) {
    const { rows: faults } = await shop.pool.query(
      "select name, output ->> 'message' as fault, count(*) from pgboss.job where state in ('failed', 'retry') group by 1, 2",
    );
    throw new Error(`jobs failed: ${JSON.stringify(faults)}`);
  }
  const result = {
    orders,
    jobs: queues.reduce((sum, { count }) => sum + count, 0),
    confirmedSeconds,
    drainedSeconds,
  };
  console.log(result, queues.slice(0, 12));
  if (values.json) writeFileSync(values.json, `${JSON.stringify(result, null, 2)}\n`);
  if (drainedSeconds > GOAL_SECONDS) process.exitCode = 1;
} finally {
  await cleanup.run();
}
