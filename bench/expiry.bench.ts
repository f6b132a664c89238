/**
 * What buyers notice while 10,000 holds end at once: their p99 before and meanwhile, and how long the release takes.
 * `npm run bench -- expiry`.
 *
 * Options: `--buyers N` at once (64); `--json FILE` writes the figures.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { expireOrders } from '@mare/server/orders/expire-orders.ts';
import { createOrderBatchWriter } from '@mare/server/orders/reservation/order-batch-writer.ts';
import { openShop, orderOf } from './shop/bench-shop.ts';
import { closeAtTheEnd } from './processes/closing.ts';
import { quantile, rush } from './selling/rush.ts';
import { addSoldRifa } from './shop/sold-rifas.ts';

const EXPIRED = 10_000;
const BUYING = 20_000;

const { values: options } = parseArgs({
  options: { json: { type: 'string' }, buyers: { type: 'string', default: '64' } },
});
const buyers = Number(options.buyers);
const closing = closeAtTheEnd();
try {
  const shop = await openShop(buyers, closing);
  const writer = createOrderBatchWriter(shop.platform);
  closing.add(() => writer.close());
  const made = performance.now();
  const rifaId = await addSoldRifa(shop.db, shop.pool, 10_000_000, 0);
  const makingMs = performance.now() - made;
  const { rows } = await shop.pool.query<{ bytes: number }>(
    "select pg_total_relation_size('number_pages') as bytes",
  );
  const order = (holdEndsIn: number) => async () => {
    const user = shop.users[Math.floor(Math.random() * buyers)]!;
    const answer = await writer.reserve(orderOf(user, rifaId, 10, [], holdEndsIn));
    if (!answer.ok) throw new Error(answer.code);
  };
  const many = (count: number, holdEndsIn: number) => Array.from({ length: count }, () => order(holdEndsIn));

  await rush(many(EXPIRED, -1), buyers);
  await shop.pool.query('vacuum analyze');
  const quiet = await rush(many(BUYING / 2, 900_000), buyers);
  let releasing = true;
  const started = performance.now();
  let releasingSeconds = 0;
  const release = expireOrders(shop.platform).finally(() => {
    releasing = false;
    releasingSeconds = (performance.now() - started) / 1000;
  });
  const meanwhile = await rush(many(BUYING, 900_000), buyers, () => releasing);
  const { released } = await release;
  const result = {
    makingMs,
    pagesBytes: rows[0]!.bytes,
    released,
    releasingSeconds,
    quietP99Ms: quantile(quiet.latencies, 0.99),
    meanwhileP99Ms: quantile(meanwhile.latencies, 0.99),
  };
  console.log(result);
  if (options.json) writeFileSync(options.json, `${JSON.stringify(result, null, 2)}\n`);
} finally {
  await closing.run();
}
