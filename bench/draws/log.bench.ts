/**
 * Cost of the public log: a paid order with it and without, entries integrated a second, and the proof of a receipt in a
 * large tree. `npm run bench -- log`.
 *
 * Options: `--orders N` (2,000); `--entries N`, in the tree (200,000); `--json FILE` writes the results.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { encodeEntry } from '@mare/domain/transparency/log/log-entry.ts';
import { isIncluded, leafHash, makeInclusionProof } from '@mare/domain/transparency/log/merkle-tree.ts';
import { addPurchases } from '@mare/server/accounts/profile/buyer-totals.ts';
import { recordPaid } from '@mare/server/orders/lifecycle/record-receipt.ts';
import { settleOrder } from '@mare/server/orders/lifecycle/settle-order.ts';
import { createOrderBatchWriter } from '@mare/server/orders/reservation/order-batch-writer.ts';
import { integrateBatch } from '@mare/server/transparency/tree/integrate-log.ts';
import { readHashes } from '@mare/server/transparency/tree/log.queries.ts';
import { openShop, orderOf } from '../shop/bench-shop.ts';
import { createCleanup } from '../processes/cleanup.ts';
import { addSoldRifa } from '../shop/sold-rifas.ts';

const PROOFS = 200;

const { values: options } = parseArgs({
  options: {
    json: { type: 'string' },
    orders: { type: 'string', default: '2000' },
    entries: { type: 'string', default: '200000' },
  },
});
const cleanup = createCleanup();
try {
  const shop = await openShop(1, cleanup);
  const { db } = shop;
  const writer = createOrderBatchWriter(shop.platform);
  cleanup.add(() => writer.close());
  const rifaId = await addSoldRifa(db, shop.pool, 1_000_000, 0);
  const result = {
    ...(await measureOrders(Number(options.orders))),
    ...(await measureIntegration(Number(options.entries))),
    ...(await measureProofs()),
  };
  console.log(result);
  if (options.json) writeFileSync(options.json, `${JSON.stringify(result, null, 2)}\n`);

  /** Without the log, an order writes its event instead of event, receipt and entry. */
  async function measureOrders(count: number) {
    let ordersMs = 0;
    let logsMs = 0;
    for (let at = 0; at < count; at++) {
      const started = performance.now();
      const reserved = await writer.reserve(orderOf(shop.users[0]!, rifaId, 5, [], 900_000));
      if (!reserved.ok) throw new Error(reserved.code);
      const { id } = reserved.order;
      await db.transaction().execute((trx) => settleOrder(trx, id, new Date()));
      ordersMs += performance.now() - started;
      // Alternates, so that neither is always the first statement after a pause.
      logsMs +=
        at % 2 === 0
          ? (await timeWithLog(id)) - (await timeWithoutLog(id))
          : -(await timeWithoutLog(id)) + (await timeWithLog(id));
    }
    const [orderMs, logMs] = [ordersMs / count, logsMs / count];
    return { orderMs, logMs, logCostPercent: (logMs / (orderMs - logMs)) * 100 };
  }

  /** Milliseconds of the statement that records a payment. */
  async function timeWithLog(orderId: string): Promise<number> {
    await db.deleteFrom('orderReceipts').where('orderId', '=', orderId).execute();
    const order = await db
      .selectFrom('orders')
      .select(['id', 'userId', 'totalAmount', 'customer', 'receiptNonce'])
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow();
    const lines = await db
      .selectFrom('orderItems')
      .select(['rifaId', 'selectedNumbers as numbers'])
      .where('orderId', '=', orderId)
      .execute();
    return timeStatement((trx) =>
      recordPaid([
        { order: { ...order, status: 'pending' }, lines, paidAt: new Date(), late: false },
      ]).execute(trx),
    );
  }

  async function timeWithoutLog(orderId: string): Promise<number> {
    const { userId, totalAmount } = await db
      .selectFrom('orders')
      .select(['userId', 'totalAmount'])
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow();
    const paidAt = new Date();
    return timeStatement((trx) =>
      sql`
        with paid as (
          update orders set status = 'paid', paid_at = ${paidAt}, closing_at = null, updated_at = now() where id = ${orderId}
        ), buyer as (
          ${addPurchases([{ userId, totalAmount, paidAt }])}
        )
        insert into order_events (order_id, kind, from_status, to_status, source, data)
        values (${orderId}, 'order.paid', 'pending', 'paid', 'payment', '{}')`.execute(trx),
    );
  }

  function timeStatement(work: (trx: Transaction<DB>) => Promise<unknown>): Promise<number> {
    return db.transaction().execute(async (trx) => {
      await sql`select 1`.execute(trx);
      const started = performance.now();
      await work(trx);
      return performance.now() - started;
    });
  }

  async function measureIntegration(count: number) {
    await sql`delete from log_queue`.execute(db);
    await sql`
      insert into log_queue (kind, body)
      select 'receipt', convert_to(${entryText('#')}, 'utf8') || convert_to(i::text, 'utf8')
      from generate_series(1, ${count}::integer) as i`.execute(db);
    const started = performance.now();
    while ((await integrateBatch({ db })) > 0);
    const seconds = (performance.now() - started) / 1000;
    return { entries: count, entriesPerSecond: count / seconds };
  }

  async function measureProofs() {
    const { size, root } = await db.selectFrom('logTree').select(['size', 'root']).executeTakeFirstOrThrow();
    let bytes = 0;
    let provingMs = 0;
    let verifyingMs = 0;
    for (let at = 0; at < PROOFS; at++) {
      const index = Math.floor((at / PROOFS) * size);
      const { body } = await db
        .selectFrom('logEntries')
        .select('body')
        .where('leafIndex', '=', index)
        .executeTakeFirstOrThrow();
      const started = performance.now();
      const proof = await makeInclusionProof(readHashes(db, size), index, size);
      const provedAt = performance.now();
      if (!isIncluded(leafHash(body), { index, size, root }, proof)) throw new Error(`no proof of ${index}`);
      verifyingMs += performance.now() - provedAt;
      provingMs += provedAt - started;
      bytes += proof.length * 32;
    }
    return {
      treeSize: size,
      proofBytes: bytes / PROOFS,
      proofMs: provingMs / PROOFS,
      verifyMs: verifyingMs / PROOFS,
    };
  }
} finally {
  await cleanup.run();
}

function entryText(mark: string): string {
  const text = new TextDecoder().decode(encodeEntry({ kind: 'receipt', commitment: '0'.repeat(64) }));
  return `${text}${mark}`;
}
