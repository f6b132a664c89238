/** Live sales of a rifa: payments over time and their projection. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { line, request } from '../../orders/orders.testing.ts';
import { settleOrder } from '../../orders/lifecycle/settle-order.ts';
import { refundPart } from '../../affiliates/affiliates.testing.ts';
import { createPaymentsTestbed, paidOrder, type PaymentsTestbed } from '../../payments/payments.testing.ts';
import { readRifaStats } from '../management/managed-rifas.queries.ts';
import { readLiveSales } from './read-live-sales.ts';
import { readNumberStates } from './read-number-states.ts';

const DAY_SECONDS = 86_400;

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
});
afterAll(() => bed.close());

/** @returns the id of the order */
async function sell(rifaId: string, cotas: number, isPaid = true): Promise<string> {
  const holdExpiresAt = new Date(bed.clock.now().getTime() + 900_000);
  const orderRequest = request(await bed.buyer(), [line(rifaId, cotas)], { holdExpiresAt });
  const reserved = await bed.orderBatchWriter.reserve(orderRequest);
  if (!reserved.ok) throw new Error(reserved.code);
  // The database's clock dates an order; the testbed's clock is ahead of it.
  await bed.db
    .updateTable('orders')
    .set({ createdAt: bed.clock.now() })
    .where('id', '=', reserved.order.id)
    .execute();
  if (isPaid)
    await bed.db.transaction().execute((trx) => settleOrder(trx, reserved.order.id, bed.clock.now()));
  return reserved.order.id;
}

const cotasOf = (points: { cotas: number }[]) =>
  points.map(({ cotas }) => cotas).filter((cotas) => cotas > 0);

test('counts paid cotas by minute, hour and day, and projects from whole days', async () => {
  const rifaId = await bed.rifa(1000);
  await bed.db
    .updateTable('rifas')
    .set({
      publishedAt: bed.clock.now(),
      drawDate: new Date(bed.clock.now().getTime() + 30 * DAY_SECONDS * 1000),
    })
    .where('id', '=', rifaId)
    .execute();
  expect((await readLiveSales(bed.platform, rifaId, 'hour'))!.projection).toBeNull();
  for (const cotas of [10, 20, 30]) {
    bed.clock.advance(DAY_SECONDS / 2);
    await sell(rifaId, cotas);
    bed.clock.advance(DAY_SECONDS / 2);
  }
  await sell(rifaId, 40, false);
  const orderId = await sell(rifaId, 5);
  await bed.db
    .insertInto('providerPayments')
    .values({
      orderId,
      paymentId: orderId,
      provider: 'cash',
      amount: '5.00',
      currency: 'BRL',
      state: 'approved',
      rawStatus: 'paid',
      providerUpdatedAt: bed.clock.now(),
    })
    .execute();

  const byMinute = (await readLiveSales(bed.platform, rifaId, 'minute'))!;
  expect(cotasOf(byMinute.points)).toEqual([5]);
  expect(byMinute.points.at(-1)!.cotas).toBe(5);
  const byDay = (await readLiveSales(bed.platform, rifaId, 'day'))!;
  expect(cotasOf(byDay.points).reduce((sum, cotas) => sum + cotas, 0)).toBe(65);
  const { projection, sources } = byDay;
  expect(projection!.cotasPerDay.middle).toBeGreaterThanOrEqual(20);
  expect(projection!.soldAtEnd.low).toBeLessThan(projection!.soldAtEnd.high);
  const revenueCentavos = expect.any(Number) as number;
  expect(sources).toEqual([
    { source: 'unknown', orders: 3, revenueCentavos },
    { source: 'cash', orders: 1, revenueCentavos },
  ]);
});

test('returns nothing for drafts and unknown rifas', async () => {
  expect(await readLiveSales(bed.platform, randomUUID(), 'hour')).toBeNull();
});

test('reads which numbers are free, reserved or sold', async () => {
  const rifaId = await bed.rifa(120);
  const read = (number: number) => readNumberStates(bed.db, rifaId, number);
  expect(await read(1)).toBeNull();
  await bed.db.updateTable('rifas').set({ publishedAt: bed.clock.now() }).where('id', '=', rifaId).execute();
  await sell(rifaId, 30);
  await sell(rifaId, 20, false);
  const pages = [(await read(1))!, (await read(51))!, (await read(9_999))!];
  expect(pages.map(({ from, states }) => [from, states.length])).toEqual([
    [1, 50],
    [51, 50],
    [101, 20],
  ]);
  const states = pages.flatMap((page) => page.states);
  const lines = await bed.db
    .selectFrom('orderItems')
    .innerJoin('orders', 'orders.id', 'orderItems.orderId')
    .select(['orders.status', 'selectedNumbers'])
    .where('orderItems.rifaId', '=', rifaId)
    .execute();
  const numbersIn = (state: string) => states.flatMap((each, index) => (each === state ? [index + 1] : []));
  const numbersOf = (status: string) => lines.find((each) => each.status === status)!.selectedNumbers;
  expect(numbersIn('sold')).toEqual(numbersOf('paid'));
  expect(numbersIn('reserved')).toEqual(numbersOf('pending'));
  expect(numbersIn('free')).toHaveLength(70);
});

test('subtracts refunds without a return of cotas, like the ledger', async () => {
  const [rifaId, other] = [await bed.rifa(100), await bed.rifa(100)];
  await bed.db.updateTable('rifas').set({ publishedAt: bed.clock.now() }).where('id', '=', rifaId).execute();
  const lines = [{ ...line(rifaId, 4), totalCentavos: 701 }, line(other, 1), line(rifaId, 2)];
  const { id, paymentId } = await paidOrder(bed, { lines });
  await bed.db.updateTable('orders').set({ createdAt: bed.clock.now() }).where('id', '=', id).execute();
  await refundPart(bed, paymentId, 150);
  const { rows } = await bed.pool.query<{ centavos: number }>(
    'select (sum(amount) * -100)::integer as centavos from ledger_entries where account = $1',
    [`sales:${rifaId}`],
  );
  const { centavos } = rows[0]!;
  expect(centavos).toBeLessThan(1_101);
  const { points, sources } = (await readLiveSales(bed.platform, rifaId, 'day'))!;
  expect(points.reduce((sum, { revenueCentavos }) => sum + revenueCentavos, 0)).toBe(centavos);
  expect(sources).toEqual([{ source: 'unknown', orders: 1, revenueCentavos: centavos }]);
  expect((await readRifaStats(bed.db, rifaId)).revenueCentavos).toBe(centavos);
});
