import { afterAll, beforeAll, expect, test } from 'vitest';
import { PACE_DAYS } from '@mare/contract/admin/admin.ts';
import { settleOrder } from '../../orders/lifecycle/settle-order.ts';
import { line, request } from '../../orders/orders.testing.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../../payments/payments.testing.ts';
import { readRifaPaces } from './read-rifa-paces.ts';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
});
afterAll(() => bed.close());

async function buy(rifaId: string, quantity: number, paidAt: Date | null): Promise<void> {
  const reserved = await bed.orderBatchWriter.reserve(request(await bed.buyer(), [line(rifaId, quantity)]));
  if (!reserved.ok) throw new Error(reserved.code);
  const { id } = reserved.order;
  const createdAt = paidAt ?? bed.clock.now();
  await bed.db.updateTable('orders').set({ createdAt }).where('id', '=', id).execute();
  if (paidAt) await bed.db.transaction().execute((trx) => settleOrder(trx, id, paidAt));
}

test('counts paid cotas of active rifas by day of Maceió', async () => {
  const [rifaId, quiet, closed] = [await bed.rifa(100), await bed.rifa(100), await bed.rifa(100)];
  await bed.db.updateTable('rifas').set({ status: 'closed' }).where('id', '=', closed).execute();
  // One in the morning of the 20th in Maceió is four in UTC.
  const clock = { now: () => new Date('2026-11-20T04:00:00Z') };
  await buy(rifaId, 2, new Date('2026-11-20T03:00:00Z'));
  // The last moment of the 19th.
  await buy(rifaId, 3, new Date('2026-11-20T02:59:59Z'));
  await buy(rifaId, 5, new Date('2026-11-07T03:00:00Z'));
  await buy(rifaId, 7, new Date('2026-11-07T02:59:59Z'));
  await buy(rifaId, 9, null);
  const paces = await readRifaPaces({ db: bed.db, clock });
  expect(new Set(paces.map(({ id }) => id))).toEqual(new Set([rifaId, quiet]));
  const noSales = Array.from({ length: PACE_DAYS }, () => 0);
  expect(paces.find(({ id }) => id === quiet)!.cotasByDay).toEqual(noSales);
  expect(paces.find(({ id }) => id === rifaId)!.cotasByDay).toEqual([5, ...noSales.slice(3), 3, 2]);
});
