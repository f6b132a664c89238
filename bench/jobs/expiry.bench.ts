/**
 * Effect on buyers of 10,000 reservations that expire at once: p99 before and during the release, and its duration.
 * `npm run bench -- expiry`.
 *
 * Options: `--buyers N`, concurrent (64); `--json FILE` writes the results.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { expireOrders } from '@mare/server/orders/lifecycle/expire-orders.ts';
import { createOrderBatchWriter } from '@mare/server/orders/reservation/order-batch-writer.ts';
import { openShop, orderOf } from '../shop/bench-shop.ts';
import { createCleanup } from '../processes/cleanup.ts';
import { quantile, runConcurrently } from '../selling/run-concurrently.ts';
import { addSoldRifa } from '../shop/sold-rifas.ts';

const EXPIRED_ORDERS = 10_000;
const NEW_ORDERS = 20_000;

const { values: options } = parseArgs({
  options: { json: { type: 'string' }, buyers: { type: 'string', default: '64' } },
});
const buyers = Number(options.buyers);
const cleanup = createCleanup();
try {
  const shop = await openShop(buyers, cleanup);
  const writer = createOrderBatchWriter(shop.platform);
  cleanup.add(() => writer.close());
  const creationStarted = performance.now();
  const rifaId = await addSoldRifa(shop.db, shop.pool, 10_000_000, 0);
  const creationMs = performance.now() - creationStarted;
  const { rows } = await shop.pool.query<{ bytes: number }>(
    "select pg_total_relation_size('number_pages') as bytes",
  );
  const order = (holdMs: number) => async () => {
    const user = shop.users[Math.floor(Math.random() * buyers)]!;
    const reserved = await writer.reserve(orderOf(user, rifaId, 10, [], holdMs));
    if (!reserved.ok) throw new Error(reserved.code);
  };
  const orders = (count: number, holdMs: number) => Array.from({ length: count }, () => order(holdMs));

  await runConcurrently(orders(EXPIRED_ORDERS, -1), buyers);
  await shop.pool.query('vacuum analyze');
  const before = await runConcurrently(orders(NEW_ORDERS / 2, 900_000), buyers);
  let isReleasing = true;
  const started = performance.now();
  let releasingSeconds = 0;
  const release = expireOrders(shop.platform).finally(() => {
    isReleasing = false;
    releasingSeconds = (performance.now() - started) / 1000;
  });
  const during = await runConcurrently(orders(NEW_ORDERS, 900_000), buyers, () => isReleasing);
  const { released } = await release;
  const result = {
    creationMs,
    pagesBytes: rows[0]!.bytes,
    released,
    releasingSeconds,
    beforeP99Ms: quantile(before.latencies, 0.99),
    duringP99Ms: quantile(during.latencies, 0.99),
  };
  console.log(result);
  if (options.json) writeFileSync(options.json, `${JSON.stringify(result, null, 2)}\n`);
} finally {
  await cleanup.run();
}
