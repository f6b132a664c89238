import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addBuyer } from '../../orders/orders.testing.ts';
import { closeOrder } from '../../payments/attempts/ending/close-order.ts';
import { createDrawsTestbed, type DrawsTestbed, freshExtraction, PRIZES } from '../draws.testing.ts';
import { closeRifa } from '../../rifas/closing/close-rifa.ts';
import { readDrawAdmin } from './read-draw-admin.ts';

let bed: DrawsTestbed;
beforeAll(async () => {
  bed = await createDrawsTestbed();
});
afterAll(() => bed.close());

test('reports why the list of a closed rifa is not frozen, and since when', async () => {
  const rifaId = await bed.rifa(10);
  const readWaits = async () => {
    const { rifas } = await readDrawAdmin(bed.platform, bed.admins[0]);
    return rifas.find(({ id }) => id === rifaId)?.waits;
  };
  const { orderId } = await bed.sell(rifaId, [1], { paid: false });
  const { holdExpiresAt } = await bed.db
    .selectFrom('orders')
    .select('holdExpiresAt')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  await closeRifa(bed.platform, rifaId, 'due');
  const { closedAt } = await bed.db
    .selectFrom('rifas')
    .select('closedAt')
    .where('id', '=', rifaId)
    .executeTakeFirstOrThrow();
  const since = closedAt!.toISOString();
  const noReasons = { since, orders: 0, overdueOrders: 0, lastHoldEndsAt: null, groups: 0, stands: 0 };
  const lastHoldEndsAt = holdExpiresAt.toISOString();
  expect(await readWaits()).toEqual({ ...noReasons, orders: 1, lastHoldEndsAt });

  // A payment under review keeps the numbers after the hold.
  await bed.db
    .updateTable('orders')
    .set({ holdExpiresAt: new Date(bed.clock.now().getTime() - 1000) })
    .where('id', '=', orderId)
    .execute();
  expect(await readWaits()).toMatchObject({ orders: 1, overdueOrders: 1 });

  await closeOrder(bed.payments, orderId);
  await bed.db
    .insertInto('groupPurchases')
    .values({
      id: randomUUID(),
      token: randomUUID(),
      rifaId,
      starterId: await addBuyer(bed.db),
      name: 'Turma',
      parts: 2,
      quantity: 1,
      partAmount: '2.00',
      deadline: bed.clock.now(),
      createdAt: bed.clock.now(),
    })
    .execute();
  expect(await readWaits()).toEqual({ ...noReasons, groups: 1 });
  await bed.db.deleteFrom('groupPurchases').where('rifaId', '=', rifaId).execute();
  // No reason any more: the job is about to freeze it.
  expect(await readWaits()).toEqual(noReasons);
  await bed.freeze(rifaId);
  expect(await readWaits()).toBeNull();
});

test('a rifa waits for its sealed extraction even if a later one is confirmed', async () => {
  const extraction = freshExtraction();
  const [rifaId, otherRifaId] = [await bed.rifa(10), await bed.rifa(10)];
  for (const id of [rifaId, otherRifaId]) {
    await bed.sell(id, [1]);
    await bed.freeze(id);
    await bed.seal(id, id === rifaId ? extraction : extraction + 1);
  }
  await bed.waitForLottery();
  await bed.confirmOfficially(PRIZES, extraction + 1);
  const { rifas } = await readDrawAdmin(bed.platform, bed.admins[0]);
  expect(rifas.find(({ id }) => id === rifaId)).toMatchObject({ status: 'closed', awaits: extraction });
});
