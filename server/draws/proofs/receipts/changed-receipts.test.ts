/** The owner of the database changes an order or its receipt, and the order's page says so. */
import { sql } from 'kysely';
import { call } from '@orpc/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { giftsRoutes } from '../../../orders/gifts/gifts.routes.ts';
import { releaseOrder } from '../../../orders/lifecycle/release-order.ts';
import { testContext } from '../../../platform/http/api.testing.ts';
import { createReceiptsTestbed, type ReceiptsTestbed } from './receipts.testing.ts';

let bed: ReceiptsTestbed;
beforeAll(async () => {
  bed = await createReceiptsTestbed();
});
afterAll(() => bed.close());

/** With triggers disabled. */
const asOwner = (...statements: ReturnType<typeof sql>[]) =>
  bed.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    for (const statement of statements) await statement.execute(trx);
  });

async function readContradiction(order: Parameters<ReceiptsTestbed['readReceipt']>[0]) {
  const receipt = await bed.readReceipt(order);
  if (receipt?.state !== 'ready') throw new Error(receipt?.state);
  return receipt.contradiction;
}

test('says that the page of an order shows other numbers than the receipt', async () => {
  const order = await bed.buy(await bed.rifa(100), [3, 5, 8]);
  await bed.signLog();
  expect(await readContradiction(order)).toBeNull();
  for (const numbers of ['{3,5,9}', '{3,5}', '{3,5,8,9}']) {
    await asOwner(
      sql`update order_items set selected_numbers = ${numbers}::int[], quantity = cardinality(${numbers}::int[]) where order_id = ${order.orderId}`,
    );
    expect(await readContradiction(order)).toBe('NUMBERS_CHANGED');
  }
});

test('says that a receipt is not the one in the log', async () => {
  const order = await bed.buy(await bed.rifa(100), [3, 5, 8]);
  await bed.signLog();
  await asOwner(
    sql`update order_items set selected_numbers = '{3,5,9}' where order_id = ${order.orderId}`,
    sql`update order_receipts set receipt = replace(receipt, ' 8', ' 9') where order_id = ${order.orderId}`,
  );
  expect(await readContradiction(order)).toBe('RECEIPT_CHANGED');
});

test('says nothing of refunded orders and given cotas', async () => {
  const rifaId = await bed.rifa(100);
  const [refunded, given] = [await bed.buy(rifaId, [40, 41]), await bed.buy(rifaId, [50, 51])];
  await bed.db.transaction().execute((trx) => releaseOrder(trx, refunded.orderId, 'refunded'));
  const contextOf = (userId: string) => ({ context: testContext(bed.platform, { userId }) });
  const { reference } = await call(
    giftsRoutes.giveCotas,
    { externalReference: given.reference, rifaId, numbers: [51], recipientName: 'Nina', email: null },
    contextOf(given.userId),
  );
  await call(giftsRoutes.claimGift, { reference }, contextOf(await bed.buyer()));
  await bed.signLog();
  expect([await readContradiction(refunded), await readContradiction(given)]).toEqual([null, null]);
});
