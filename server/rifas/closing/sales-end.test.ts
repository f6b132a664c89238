/** The declared end of sales, on the page, for the last order, the freeze and the sealed extraction. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sha256Hex } from '@mare/domain/draws/sealing/sha256.ts';
import { holdExpiry, salesEndAt } from '@mare/domain/rifas/lifecycle/sales-end.ts';
import { saveResponses } from '../../draws/archive/archive.queries.ts';
import { createDrawsTestbed, type DrawsTestbed } from '../../draws/draws.testing.ts';
import { freezeList } from '../../draws/list/freeze-list.ts';
import { settleOrder } from '../../orders/lifecycle/settle-order.ts';
import { closeOrder } from '../../payments/attempts/ending/close-order.ts';
import { findShownRifa } from '../rifas.queries.ts';
import { closeDueRifas } from './close-rifas.job.ts';
import { nameExtractionsJob } from './name-extractions.job.ts';

let bed: DrawsTestbed;
beforeAll(async () => {
  bed = await createDrawsTestbed();
});
afterAll(() => bed.close());

const AHEAD_SECONDS = 10;

/** Sales end a few seconds from now: the clock of the tests runs. */
async function addRifaWithSalesEnd(salesEndMinutes: number): Promise<string> {
  const rifaId = await bed.rifa(100);
  const drawDate = new Date(bed.clock.now().getTime() + salesEndMinutes * 60_000 + AHEAD_SECONDS * 1000);
  await bed.db.updateTable('rifas').set({ drawDate, salesEndMinutes }).where('id', '=', rifaId).execute();
  return rifaId;
}

const pay = (orderId: string) =>
  bed.db.transaction().execute((trx) => settleOrder(trx, orderId, bed.clock.now()));

describe.each([10, 60, 1440])('with sales that end %i minutes before the extraction', (minutes) => {
  test('accepts an order until the last second and rejects it from the declared time', async () => {
    const rifaId = await addRifaWithSalesEnd(minutes);
    const page = (await findShownRifa(bed.db, rifaId, bed.clock.now()))!;
    expect(new Date(page.salesEndAt)).toEqual(salesEndAt(new Date(page.drawDate), minutes));
    await bed.sell(rifaId, [1]);
    bed.clock.advance(AHEAD_SECONDS);
    // The closing job has not run yet.
    expect(await bed.statusOf(rifaId)).toBe('active');
    await expect(bed.sell(rifaId, [2])).rejects.toThrow('RIFA_NOT_ACTIVE');
    await closeDueRifas(bed.platform);
    expect(await bed.statusOf(rifaId)).toBe('closed');
  });

  test('waits with the list for an order placed before and paid after the end', async () => {
    const rifaId = await addRifaWithSalesEnd(minutes);
    const paid = await bed.sell(rifaId, [1], { paid: false });
    const unpaid = await bed.sell(rifaId, [2], { paid: false });
    bed.clock.advance(AHEAD_SECONDS);
    await closeDueRifas(bed.platform);
    expect(await freezeList(bed.platform, rifaId)).toEqual({ ok: false, code: 'PENDING_ORDERS' });
    expect(await pay(paid.orderId)).toBe('settled');
    await closeOrder(bed.payments, unpaid.orderId);
    expect(await freezeList(bed.platform, rifaId)).toEqual({ ok: true, soldNumbers: 1 });
    // A payment after the end is refunded.
    expect(await pay(unpaid.orderId)).toBe('numbers_taken');
  });
});

test('never holds numbers into the minutes needed for sealing', () => {
  const now = new Date('2030-05-15T21:49:59Z');
  const drawDate = new Date('2030-05-15T22:00:00Z');
  expect(holdExpiry(now, 900_000, [drawDate])).toEqual(new Date('2030-05-15T21:57:00Z'));
  expect(holdExpiry(now, 900_000, [new Date('2030-05-16T22:00:00Z')])).toEqual(
    new Date('2030-05-15T22:04:59Z'),
  );
});

test('keeps the end of sales fixed once published', async () => {
  const rifaId = await bed.rifa(10);
  await bed.db.updateTable('rifas').set({ publishedAt: bed.clock.now() }).where('id', '=', rifaId).execute();
  await expect(
    bed.db.updateTable('rifas').set({ salesEndMinutes: 30 }).where('id', '=', rifaId).execute(),
  ).rejects.toMatchObject({ code: '23514' });
});

test('stores the extraction number as soon as the lottery announces it, and keeps it', async () => {
  const day = new Date(bed.clock.now().getTime() + 5 * 86_400_000).toISOString().slice(0, 10);
  const announce = (number: number, next: number) =>
    saveResponses(
      bed.db,
      [
        {
          number,
          date: bed.clock.now().toISOString().slice(0, 10),
          prizes: null,
          source: 'official',
          next: { number: next, date: day },
          times: { drawn: null, next: '18:30' },
          rawBody: null,
          rawHash: sha256Hex(`${number}`),
          url: null,
        },
      ],
      bed.clock.now(),
    );
  const rifaId = await bed.rifa(10);
  await bed.db
    .updateTable('rifas')
    .set({ drawDate: new Date(`${day}T21:30:00Z`) })
    .where('id', '=', rifaId)
    .execute();
  const named = async () => {
    await nameExtractionsJob.handle(bed.platform, {});
    return (await findShownRifa(bed.db, rifaId, bed.clock.now()))!.drawExtraction;
  };
  expect(await named()).toBeNull();
  await announce(6011, 6012);
  expect(await named()).toBe(6012);
  await announce(6012, 6014);
  expect(await named()).toBe(6012);
});
