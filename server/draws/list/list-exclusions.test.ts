/** Cotas that the frozen list leaves out, because they were disputed or being refunded. */
import { randomUUID } from 'node:crypto';
import { readMigrations } from '@mare/database/migrating/migrate.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listHoldings } from '../../orders/own/list-holdings.ts';
import { readCotaOutcomes } from '../../orders/own/read-cota-outcomes.ts';
import { holdersInDraw } from '../../orders/participation/holders-in-draw.ts';
import { addSettlingPayment } from '../../orders/lifecycle/histories/settling-payment.testing.ts';
import { createDrawsTestbed, type DrawsTestbed } from '../draws.testing.ts';
import { readFrozenText } from './frozen-list.testing.ts';
import { readSoldCotas } from './read-sold-cotas.ts';

let bed: DrawsTestbed;
beforeAll(async () => {
  bed = await createDrawsTestbed();
});
afterAll(() => bed.close());

const findList = (rifaId: string) =>
  bed.db.selectFrom('drawLists').selectAll().where('rifaId', '=', rifaId).executeTakeFirst();

const readText = (rifaId: string) => readFrozenText(bed.db, rifaId);

test('excludes disputed cotas and cotas under full refund', async () => {
  const rifaId = await bed.rifa(10);
  const listed = await bed.sell(rifaId, [1]);
  const disputed = await bed.sell(rifaId, [2]);
  await bed.db
    .updateTable('orders')
    .set({ disputedAt: bed.clock.now() })
    .where('id', '=', disputed.orderId)
    .execute();
  const recordEvent = (kind: string, createdAt: Date) =>
    bed.db
      .insertInto('orderEvents')
      .values({ orderId: disputed.orderId, kind, source: 'webhook', createdAt })
      .execute();
  await recordEvent('payment_disputed', bed.clock.now());
  await addRefund((await bed.sell(rifaId, [3])).orderId, '2.00');
  await addRefund((await bed.sell(rifaId, [4])).orderId, '1.00');
  expect(await bed.freeze(rifaId)).toEqual({ ok: true, soldNumbers: 2 });
  expect(await findList(rifaId)).toMatchObject({ soldNumbers: 2, excludedNumbers: 2 });
  expect([...(await readText(rifaId)).matchAll(/^\d{4}(?= )/gm)].map(([number]) => number)).toEqual([
    '0001',
    '0004',
  ]);
  // A later decision of the bank does not change the list.
  await recordEvent('dispute_closed', new Date(bed.clock.now().getTime() + 1000));
  const readLeftOut = async (userId: string) =>
    (await listHoldings(bed.platform, [userId], { page: 1 })).holdings.map((holding) => holding.leftOut);
  expect(await readLeftOut(disputed.userId)).toEqual([1]);
  expect(await readLeftOut(listed.userId)).toEqual([0]);
});

test('shows the buyer which cotas it excludes for a refund that was rejected later', async () => {
  const rifaId = await bed.rifa(10);
  const fullyRefunded = await bed.sell(rifaId, [1]);
  const partly = await bed.sell(rifaId, [2, 3]);
  const given = await bed.sell(rifaId, [5]);
  const listed = await bed.sell(rifaId, [4]);
  await addRefund(fullyRefunded.orderId, '2.00');
  await addRefund(given.orderId, '2.00');
  await addReturn(partly.orderId, rifaId, [3]);
  const recipientId = await give(rifaId, given, 5);
  expect(await bed.freeze(rifaId)).toEqual({ ok: true, soldNumbers: 2 });
  await bed.db
    .updateTable('refunds')
    .set({ state: 'rejected' })
    .where('id', 'in', [fullyRefunded.orderId, partly.orderId, given.orderId])
    .execute();
  const readLeftOut = async (userId: string) =>
    (await listHoldings(bed.platform, [userId], { page: 1 })).holdings.map((holding) => [
      holding.leftOut,
      holding.leftOutForRefund,
    ]);
  expect(await readLeftOut(fullyRefunded.userId)).toEqual([[1, 1]]);
  expect(await readLeftOut(partly.userId)).toEqual([[1, 1]]);
  expect(await readLeftOut(recipientId)).toEqual([[1, 1]]);
  expect(await readLeftOut(listed.userId)).toEqual([[0, 0]]);
  const readOrderExclusions = async ({ orderId }: { orderId: string }) =>
    (await readCotaOutcomes(bed.db, { id: orderId, status: 'paid' })).leftOut;
  expect(await readOrderExclusions(partly)).toMatchObject([
    { rifaId, quantity: 2, leftOut: 1, leftOutForRefund: 1 },
  ]);
  expect(await readOrderExclusions(listed)).toEqual([]);
});

test('recomputes the exclusions of lists from before they were stored', async () => {
  const rifaId = await bed.rifa(10);
  const disputed = await bed.sell(rifaId, [1]);
  const fullyRefunded = await bed.sell(rifaId, [2]);
  const partly = await bed.sell(rifaId, [3, 4]);
  await bed.sell(rifaId, [5]);
  const { orderId } = disputed;
  const before = new Date(bed.clock.now().getTime() - 1000);
  const after = new Date(bed.clock.now().getTime() + 1000);
  await bed.db.updateTable('orders').set({ disputedAt: before }).where('id', '=', orderId).execute();
  await bed.db
    .insertInto('orderEvents')
    .values([
      { orderId, kind: 'payment_disputed', source: 'webhook', createdAt: before },
      { orderId, kind: 'dispute_closed', source: 'webhook', createdAt: after },
    ])
    .execute();
  await addRefund(fullyRefunded.orderId, '2.00');
  await addReturn(partly.orderId, rifaId, [4]);
  const refunds = [fullyRefunded.orderId, partly.orderId];
  await bed.db.updateTable('refunds').set({ createdAt: before }).where('id', 'in', refunds).execute();
  await bed.db
    .updateTable('returnedCotas')
    .set({ createdAt: before })
    .where('refundId', 'in', refunds)
    .execute();
  await bed.freeze(rifaId);
  const readExclusions = () =>
    bed.db
      .selectFrom('drawListExclusions')
      .selectAll()
      .where('rifaId', '=', rifaId)
      .orderBy('numbers')
      .execute();
  const expected = await readExclusions();
  expect(expected.map(({ reason, numbers }) => [reason, numbers])).toEqual([
    ['dispute', [1]],
    ['refund', [2]],
    ['refund', [4]],
  ]);
  // Decided after the list closed.
  await bed.db.updateTable('orders').set({ disputedAt: null }).where('id', '=', orderId).execute();
  await bed.db
    .updateTable('refunds')
    .set({ state: 'rejected', updatedAt: after })
    .where('id', 'in', refunds)
    .execute();
  await bed.db.deleteFrom('drawListExclusions').execute();
  const { sql: text } = readMigrations().find(({ name }) => name.startsWith('1055'))!;
  await bed.pool.query(text.slice(text.indexOf('insert into draw_list_exclusions')));
  expect(await readExclusions()).toEqual(expected);
});

test('includes cotas whose refund the provider rejected, and excludes single cotas under refund', async () => {
  const rifaId = await bed.rifa(10);
  const rejected = await bed.sell(rifaId, [1]);
  const partly = await bed.sell(rifaId, [2, 3]);
  const partlyRejected = await bed.sell(rifaId, [4, 5]);
  await addRefund(rejected.orderId, '2.00');
  await addReturn(partlyRejected.orderId, rifaId, [5]);
  await bed.db
    .updateTable('refunds')
    .set({ state: 'rejected' })
    .where('paymentId', 'in', [rejected.orderId, partlyRejected.orderId])
    .execute();
  await addReturn(partly.orderId, rifaId, [3]);
  expect(await bed.freeze(rifaId)).toEqual({ ok: true, soldNumbers: 4 });
  expect([...(await readText(rifaId)).matchAll(/^\d{4}(?= )/gm)].map(([number]) => number)).toEqual([
    '0001',
    '0002',
    '0004',
    '0005',
  ]);
});

test('names the holders before the list is frozen whom the list will name', async () => {
  const rifaId = await bed.rifa(20);
  const sell = (...numbers: number[]) => bed.sell(rifaId, numbers);
  await sell(1);
  const disputed = [await sell(2), await sell(3)];
  for (const { orderId } of disputed)
    await bed.db
      .updateTable('orders')
      .set({ disputedAt: bed.clock.now() })
      .where('id', '=', orderId)
      .execute();
  await addRefund((await sell(4)).orderId, '2.00');
  await addReturn((await sell(5, 6)).orderId, rifaId, [5]);
  const givenPartly = await sell(7, 8);
  const givenAndReturned = await sell(9, 10);
  await addReturn(givenAndReturned.orderId, rifaId, [9]);
  const returnedGift = await sell(11, 12);
  await addReturn(returnedGift.orderId, rifaId, [11]);
  await give(rifaId, disputed[1]!, 3);
  await give(rifaId, givenPartly, 8);
  await give(rifaId, givenAndReturned, 10);
  await give(rifaId, returnedGift, 11);
  const { rows } = await sql<{ userId: string }>`${holdersInDraw(sql.lit(rifaId))}`.execute(bed.db);
  const { holders, buyers } = await bed.db.transaction().execute((trx) => readSoldCotas(trx, rifaId, 20));
  const onList = new Set([...holders].filter((place) => place !== 0).map((place) => buyers[place - 1]!));
  expect(rows.map(({ userId }) => userId).toSorted()).toEqual([...onList].toSorted());
  expect(onList.size).toBe(6);
});

/** An accepted gift. */
async function give(
  rifaId: string,
  { orderId, userId }: { orderId: string; userId: string },
  number: number,
): Promise<string> {
  const recipientId = await bed.buyer();
  await bed.db
    .insertInto('cotaGifts')
    .values({
      id: randomUUID(),
      recipientName: 'Bia',
      createdAt: bed.clock.now(),
      reference: randomUUID(),
      orderId,
      rifaId,
      number,
      giverId: userId,
      recipientId,
      claimedAt: bed.clock.now(),
    })
    .execute();
  return recipientId;
}

/** A refund of cotas of the first line, at 1.00 each. */
async function addReturn(orderId: string, rifaId: string, numbers: number[]): Promise<void> {
  const amount = `${numbers.length}.00`;
  await addRefund(orderId, amount);
  await bed.db
    .insertInto('returnedCotas')
    .values({ refundId: orderId, orderId, lineNo: 1, rifaId, numbers, value: amount, amount })
    .execute();
}

async function addRefund(orderId: string, amount: string): Promise<void> {
  await addSettlingPayment(bed.db, orderId);
  await bed.db
    .insertInto('refunds')
    .values({
      id: orderId,
      provider: 'sandbox',
      paymentId: orderId,
      amount,
      reason: 'withdrawal',
      idempotencyKey: orderId,
    })
    .execute();
}
