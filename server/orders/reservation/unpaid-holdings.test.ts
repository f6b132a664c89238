import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectPool, INDEX_LOOKUPS_ONLY } from '@mare/database/connection/connect.ts';
import { recordStatements } from '@mare/database/testing/statements.testing.ts';
import { expireOrders } from '../lifecycle/expire-orders.ts';
import { settleOrder } from '../lifecycle/settle-order.ts';
import { addBuyer, addRifa, createOrderTestbed, line, request } from '../orders.testing.ts';
import { createOrderBatchWriter, type OrderBatchWriter } from './order-batch-writer.ts';
import { findUnpaidHoldings } from './unpaid-holdings.queries.ts';

const HOUR_MS = 3_600_000;

let bed: Awaited<ReturnType<typeof createOrderTestbed>>;
let writers: OrderBatchWriter[];
beforeAll(async () => {
  bed = await createOrderTestbed({ maxConnections: 20 });
  writers = [createOrderBatchWriter(bed.platform), createOrderBatchWriter(bed.platform)];
});
afterAll(async () => {
  for (const writer of writers) await writer.close();
  await bed.drop();
});

/** Reserves through one of two processes. */
async function reserve(
  userId: string,
  rifaId: string,
  cotas: number,
  { network = null, process = 0 }: { network?: string | null; process?: number } = {},
) {
  const order = request(userId, [line(rifaId, cotas)], { unpaidCap: { network } });
  const reserved = await writers[process]!.reserve(order);
  return reserved.ok ? order.orderId : reserved;
}

async function addAccountOf(personId: string): Promise<string> {
  const id = await addBuyer(bed.db);
  await bed.db.updateTable('profiles').set({ personId }).where('id', '=', id).execute();
  return id;
}

/** Ends the holds of all pending orders. */
async function expireHolds() {
  await bed.db
    .updateTable('orders')
    .set({ holdExpiresAt: new Date(bed.platform.clock.now().getTime() - HOUR_MS) })
    .where('status', '=', 'pending')
    .execute();
  await expireOrders(bed.platform);
}

test('caps the unpaid cotas of all accounts of a person, also when they reserve concurrently', async () => {
  const rifaId = await addRifa(bed.db, 3_500);
  const first = await addBuyer(bed.db);
  const accounts = [first, await addAccountOf(first), await addAccountOf(first)];
  const outcomes = await Promise.all(
    Array.from({ length: 12 }, (_, at) => reserve(accounts[at % 3]!, rifaId, 100, { process: at % 2 })),
  );
  expect(outcomes.filter((outcome) => typeof outcome === 'string')).toHaveLength(3);
  expect(outcomes.find((outcome) => typeof outcome !== 'string')).toMatchObject({
    code: 'UNPAID_LIMIT',
    rifaId,
  });
  expect(await reserve(first, rifaId, 100)).toMatchObject({ code: 'UNPAID_LIMIT', allowed: 50, unpaid: 300 });
  expect(await reserve(first, rifaId, 50)).toEqual(expect.any(String));
});

test('counts the orders of one batch together', async () => {
  const rifaId = await addRifa(bed.db, 2_000);
  const buyer = await addBuyer(bed.db);
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => reserve(buyer, rifaId, 50)));
  expect(outcomes.filter((outcome) => typeof outcome === 'string')).toHaveLength(4);
});

test('lowers the cap after expired reservations, but not for a buyer who pays', async () => {
  const rifaId = await addRifa(bed.db, 2_000);
  const [hoarder, buyer] = [await addBuyer(bed.db), await addBuyer(bed.db)];
  for (const allowed of [200, 100, 50]) {
    expect(await reserve(hoarder, rifaId, allowed + 1)).toMatchObject({ code: 'UNPAID_LIMIT', allowed });
    expect(await reserve(hoarder, rifaId, allowed)).toEqual(expect.any(String));
    await expireHolds();
  }
  for (let bought = 0; bought < 1_500; bought += 150) {
    const remaining = 2_000 - bought;
    const cotas = bought === 0 ? 150 : Math.min(150, remaining);
    const orderId = await reserve(buyer, rifaId, cotas);
    expect(orderId).toEqual(expect.any(String));
    await bed.db.transaction().execute((trx) => settleOrder(trx, orderId as string, new Date()));
  }
});

test('caps a network also when its buyers reserve concurrently in two processes', async () => {
  for (let round = 0; round < 5; round++) {
    const rifaId = await addRifa(bed.db, 16_000);
    const network = `203.0.113.${20 + round}`;
    const buyers = await Promise.all(Array.from({ length: 16 }, () => addBuyer(bed.db)));
    const outcomes = await Promise.all(
      buyers.map((buyer, at) => reserve(buyer, rifaId, 600, { network, process: at % 2 })),
    );
    expect(outcomes.filter((outcome) => typeof outcome === 'string')).toHaveLength(6);
  }
});

test('caps a network of buyers who never paid, but not a buyer who did', async () => {
  const rifaId = await addRifa(bed.db, 1_000);
  const network = '203.0.113.9';
  const outcomes: unknown[] = [];
  for (let at = 0; at < 10; at++)
    outcomes.push(await reserve(await addBuyer(bed.db), rifaId, 40, { network }));
  expect(outcomes.filter((outcome) => typeof outcome === 'string')).toHaveLength(6);
  const payingBuyer = await addBuyer(bed.db);
  await bed.db.updateTable('profiles').set({ totalSpent: '80.00' }).where('id', '=', payingBuyer).execute();
  expect(await reserve(payingBuyer, rifaId, 40, { network })).toEqual(expect.any(String));
  expect(await reserve(await addBuyer(bed.db), rifaId, 40, { network: '203.0.113.10' })).toEqual(
    expect.any(String),
  );
});

test('reads the orders of the given accounts, not those of the whole rifa', async () => {
  const [rifaId, buyer] = [await addRifa(bed.db, 100), await addBuyer(bed.db)];
  const pool = connectPool({ url: bed.url, max: 1, options: INDEX_LOOKUPS_ONLY });
  const sent = recordStatements(pool);
  const client = await pool.connect();
  try {
    const order = request(buyer, [line(rifaId, 1)], { unpaidCap: { network: '203.0.113.7' } });
    await findUnpaidHoldings(client, [order], bed.platform.clock.now());
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain (generic_plan) ${sent.at(-1)!.text}`,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('orders_user');
    expect(plan).not.toMatch(/orders_created|order_items_of_rifa|Seq Scan on order/);
  } finally {
    client.release();
    await pool.end();
  }
});
