/** Numbers set aside for a stand: how many, for how long, and who ends it. */
import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkNumberCounts } from '../../orders/orders.testing.ts';
import { endAllotmentsOfRifa, endDueAllotments, returnAllotment } from '../../orders/stand/end-allotments.ts';
import { setNumbersAside } from '../../orders/stand/set-numbers-aside.ts';
import { pauseSales, resumeSales } from '../../rifas/pausing/pause-sales.ts';
import { sendSales } from './send-sales.ts';
import { createStandTestbed, type StandTestbed } from './stand.testing.ts';

let bed: StandTestbed;
beforeAll(async () => {
  bed = await createStandTestbed();
});
afterAll(() => bed.close());

test('reserves the numbers of an allotment, counts no sale, and ends it once', async () => {
  const rifaId = await bed.published();
  const stand = await bed.openStand(rifaId, 10);
  expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ reserved: 10, sold: 0, free: 90 });
  expect(await bed.ordersOf(rifaId)).toEqual([]);
  const returnNumbers = () =>
    returnAllotment(bed.platform, stand.seller, { id: stand.id, managesRifas: false });
  const results = await Promise.all([
    returnNumbers(),
    returnNumbers(),
    endAllotmentsOfRifa(bed.platform, rifaId),
  ]);
  expect(results.filter((result) => result && result.ok && result.freed === 10).length).toBeLessThanOrEqual(
    1,
  );
  expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ reserved: 0, free: 100 });
});

test('sets numbers aside once per request; another phone or seller cannot use its id', async () => {
  const rifaId = await bed.published();
  const seller = await bed.addSeller();
  const sendKey = randomBytes(32).toString('base64url');
  const input = { id: randomUUID(), rifaId, sendKey, quantity: 5, hours: 4 };
  const outcomes = await Promise.all([1, 2].map(() => setNumbersAside(bed.platform, seller, input)));
  expect(outcomes.every(({ ok }) => ok)).toBe(true);
  expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ reserved: 5 });
  const otherKey = randomBytes(32).toString('base64url');
  expect(await setNumbersAside(bed.platform, seller, { ...input, sendKey: otherKey })).toMatchObject({
    code: 'KEY_REUSED',
  });
  expect(await setNumbersAside(bed.platform, await bed.addSeller(), input)).toMatchObject({
    code: 'KEY_REUSED',
  });
});

test('stays within the limit of the shop and half of the free numbers, also under concurrency', async () => {
  const rifaId = await bed.published();
  const seller = await bed.addSeller();
  const setAside = (quantity: number) =>
    setNumbersAside(bed.platform, seller, {
      id: randomUUID(),
      rifaId,
      sendKey: randomBytes(32).toString('base64url'),
      quantity,
      hours: 4,
    });
  expect(await setAside(51)).toMatchObject({ code: 'ALLOTMENT_TOO_LARGE', room: 50 });
  const outcomes = await Promise.all([setAside(40), setAside(40)]);
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
  expect(outcomes).toContainEqual({ ok: false, code: 'ALLOTMENT_TOO_LARGE', room: 30 });
  await bed.db
    .updateTable('settings')
    .set({ value: JSON.stringify({ maxNumbers: 45 }) })
    .where('key', '=', 'stand')
    .execute();
  expect(await setAside(6)).toMatchObject({ code: 'ALLOTMENT_TOO_LARGE', room: 5 });
  await bed.db
    .updateTable('settings')
    .set({ value: JSON.stringify({ maxNumbers: 100 }) })
    .where('key', '=', 'stand')
    .execute();
  expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ reserved: 40 });
});

test('sets nothing aside of a rifa that is paused, or whose sales end within the hour', async () => {
  const rifaId = await bed.published();
  await pauseSales(bed.platform, bed.by, { id: rifaId, reason: 'Um momento.' });
  await expect(bed.openStand(rifaId)).rejects.toThrow('RIFA_NOT_ACTIVE');
  await resumeSales(bed.platform, bed.by, rifaId);
  await endSalesIn(rifaId, 65);
  await expect(bed.openStand(rifaId)).rejects.toThrow('SALES_END_SOON');
  await endSalesIn(rifaId, 90);
  const stand = await bed.openStand(rifaId);
  const { endsAt } = await bed.db
    .selectFrom('standAllotments')
    .select('endsAt')
    .where('id', '=', stand.id)
    .executeTakeFirstOrThrow();
  const { salesEndAt } = await bed.db
    .selectFrom('rifas')
    .select('salesEndAt')
    .where('id', '=', rifaId)
    .executeTakeFirstOrThrow();
  expect(endsAt).toEqual(salesEndAt);
});

async function endSalesIn(rifaId: string, minutes: number): Promise<void> {
  await sql`
    update rifas set draw_date = ${new Date(bed.clock.now().getTime() + minutes * 60_000)}::timestamptz
      + sales_end_minutes * interval '1 minute' where id = ${rifaId}`.execute(bed.db);
}

test('accepts sales only with the key of the phone, and a return only by its seller or an admin', async () => {
  const rifaId = await bed.published();
  const stand = await bed.openStand(rifaId, 6);
  const withWrongKey = {
    allotmentId: stand.id,
    sendKey: 'k'.repeat(43),
    sales: [bed.newSale([stand.numbers[0]!])],
  };
  expect(await sendSales(bed.platform, null, withWrongKey)).toEqual({ ok: false, code: 'NOT_FOUND' });
  const colleague = await bed.addSeller();
  const returnNumbers = (by: Awaited<ReturnType<StandTestbed['addSeller']>>, managesRifas: boolean) =>
    returnAllotment(bed.platform, by, { id: stand.id, managesRifas });
  expect(await returnNumbers(colleague, false)).toEqual({ ok: false, code: 'NOT_FOUND' });
  expect(await returnNumbers(colleague, true)).toEqual({ ok: true, freed: 6 });
  // An admin ended it: late sales do not get their numbers again.
  expect((await stand.send(bed.newSale([stand.numbers[0]!]))).results).toMatchObject([
    { code: 'ALLOTMENT_ENDED' },
  ]);
});

test('rejects late sales after an admin ended their own allotment in the panel', async () => {
  const rifaId = await bed.published();
  const stand = await bed.openStand(rifaId, 6);
  const ended = { id: stand.id, managesRifas: true, isFinal: true };
  expect(await returnAllotment(bed.platform, stand.seller, ended)).toEqual({ ok: true, freed: 6 });
  // Found by another person, who set its clock back.
  const soldAt = new Date(bed.clock.now().getTime() - 60_000).toISOString();
  const late = { ...bed.newSale([stand.numbers[0]!]), soldAt };
  expect((await stand.send(late)).results).toMatchObject([{ code: 'ALLOTMENT_ENDED' }]);
});

test('rejects sales of a seller who lost the role, and frees the numbers', async () => {
  const rifaId = await bed.published();
  const stand = await bed.openStand(rifaId, 6);
  await bed.db.updateTable('profiles').set({ role: 'buyer' }).where('id', '=', stand.seller.userId).execute();
  const rejected = bed.newSale([stand.numbers[0]!]);
  for (const _ of [1, 2])
    expect((await stand.send(rejected)).results).toMatchObject([{ code: 'SELLER_MAY_NOT_SELL' }]);
  expect(await endDueAllotments(bed.platform)).toBe(1);
  await bed.db
    .updateTable('profiles')
    .set({ role: 'seller' })
    .where('id', '=', stand.seller.userId)
    .execute();
  expect((await stand.send(bed.newSale([stand.numbers[0]!]))).results).toMatchObject([
    { code: 'ALLOTMENT_ENDED' },
  ]);
  expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ reserved: 0, sold: 0 });
});
