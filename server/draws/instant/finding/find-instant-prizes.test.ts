/** Cotas premiadas that a buyer finds, from the payment to the delivery. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commitmentOf } from '@mare/domain/draws/instant-prizes.ts';
import { untilBlocked } from '../../../platform/database/until-blocked.testing.ts';
import { deliverInstantPrize } from '../deliver-instant-prize.ts';
import { findInstantPrizes, findInstantPrizesJob, voidInstantPrizes } from './find-instant-prizes.job.ts';
import { createInstantPrizesTestbed, type InstantPrizesTestbed } from '../instant-prizes.testing.ts';
import { listHeldInstantPrizes } from '../list-held-instant-prizes.ts';
import { listInstantPrizeRifas } from '../list-instant-prize-rifas.ts';
import { readFoundPrizes, readInstantPrizes } from '../read-instant-prizes.ts';

let bed: InstantPrizesTestbed;
beforeAll(async () => {
  bed = await createInstantPrizesTestbed();
});
afterAll(() => bed.close());

// @covers panel: gamification: rifas that hide cotas premiadas, how many were found and wait; 'Rifas com cotas
//   premiadas' [server/draws/instant/list-instant-prize-rifas.ts, web/app/draws/admin/instant-prize-rifas.tsx]
test('reveals the prizes of a paid order once and notifies the buyer', async () => {
  const rifa = await bed.publish();
  const order = await bed.buy(rifa.id, 100);
  await Promise.all([1, 2, 3].map(() => findInstantPrizes(bed.platform, order.id)));
  const shown = (await readInstantPrizes(bed.db, rifa.id))!;
  const placed = await bed.computePlacement(rifa.id);
  expect(shown.prizes.map(({ state, number, salt }) => ({ state, number, salt }))).toEqual(
    placed.map(({ number, salt }) => ({ state: 'found', number, salt })),
  );
  for (const { position, number, salt, commitment } of shown.prizes)
    expect(commitmentOf(rifa.id, { position, number: number!, salt: salt! })).toBe(commitment);
  expect(await readFoundPrizes(bed.db, order.externalReference)).toHaveLength(3);
  const notifications = await bed.db
    .selectFrom('notifications')
    .select('title')
    .where('occasion', 'like', `instant-prize:${rifa.id}:_`)
    .execute();
  expect(notifications.map(({ title }) => title)).toEqual(
    Array.from({ length: 3 }, () => 'Você achou uma cota premiada!'),
  );
});

test('reveals nothing for an unpaid order', async () => {
  const rifa = await bed.publish();
  const pending = await bed.order('pix', { rifaId: rifa.id, quantity: 50 });
  await findInstantPrizes(bed.platform, pending.id);
  const shown = (await readInstantPrizes(bed.db, rifa.id))!;
  expect(shown.prizes.every(({ state }) => state === 'available')).toBe(true);
});

test('reveals nothing for cotas that leave the order while it is read', async () => {
  const rifa = await bed.publish();
  const order = await bed.buy(rifa.id, 100);
  const refund = await bed.pool.connect();
  await refund.query('begin');
  await refund.query('select from orders where id = $1 for update', [order.id]);
  const found = findInstantPrizes(bed.platform, order.id);
  await untilBlocked(bed.pool);
  await refund.query('delete from order_items where order_id = $1', [order.id]);
  await refund.query('commit');
  refund.release();
  await found;
  const shown = (await readInstantPrizes(bed.db, rifa.id))!;
  expect(shown.prizes.every(({ state }) => state === 'available')).toBe(true);
});

test('a refund voids a prize unless it is delivered', async () => {
  const rifa = await bed.publish();
  const order = await bed.buy(rifa.id, 100);
  await findInstantPrizes(bed.platform, order.id);
  const deliver = (position: number) =>
    deliverInstantPrize(bed.platform, bed.by, { rifaId: rifa.id, position, note: 'Em mãos' });
  expect(await Promise.all([deliver(1), deliver(1)])).toEqual(
    expect.arrayContaining([{ ok: true }, { ok: false, code: 'ALREADY_DELIVERED' }]),
  );
  const [{ value }, booked] = await Promise.all([
    bed.db
      .selectFrom('instantPrizes')
      .select('value')
      .where('rifaId', '=', rifa.id)
      .where('position', '=', 1)
      .executeTakeFirstOrThrow(),
    bed.db
      .selectFrom('ledgerEntries')
      .select(['txnKey', 'amount'])
      .where('account', '=', `prizes:${rifa.id}`)
      .execute(),
  ]);
  expect(booked).toEqual([{ txnKey: `prize:${rifa.id}:1`, amount: value }]);
  const readListing = async () =>
    (await listInstantPrizeRifas(bed.db, { search: '', page: 1 })).rows.find(
      ({ rifaId }) => rifaId === rifa.id,
    );
  expect(await readListing()).toMatchObject({ status: 'active', prizes: 3, found: 3, delivered: 1 });
  const delivered = (await bed.readLogEntries(rifa.id)).filter(({ kind }) => kind === 'instantDelivered');
  expect(delivered).toMatchObject([
    { position: 1, number: (await bed.computePlacement(rifa.id))[0]!.number },
  ]);
  await bed.db.updateTable('orders').set({ status: 'refunded' }).where('id', '=', order.id).execute();
  await voidInstantPrizes(bed.platform, order.id);
  await voidInstantPrizes(bed.platform, order.id);
  const states = (await readInstantPrizes(bed.db, rifa.id))!.prizes.map(({ state }) => state);
  expect(states).toEqual(['delivered', 'void', 'void']);
  expect(await readListing()).toMatchObject({ prizes: 3, found: 1, delivered: 1 });
  expect(await deliver(2)).toEqual({ ok: false, code: 'NOT_FOUND' });
  // The number is on sale again, without its prize.
  await findInstantPrizes(bed.platform, order.id);
  expect((await readInstantPrizes(bed.db, rifa.id))!.prizes[1]!.state).toBe('void');
});

test('holds a prize back while the payment of its order is disputed', async () => {
  const rifa = await bed.publish();
  const order = await bed.buy(rifa.id, 100);
  await findInstantPrizes(bed.platform, order.id);
  const setDisputed = (disputedAt: Date | null) =>
    bed.db.updateTable('orders').set({ disputedAt }).where('id', '=', order.id).execute();
  const deliver = () =>
    deliverInstantPrize(bed.platform, bed.by, { rifaId: rifa.id, position: 1, note: 'Em mãos' });
  const { externalReference } = await bed.db
    .selectFrom('orders')
    .select('externalReference')
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow();
  const readHolds = async () =>
    (await readFoundPrizes(bed.db, externalReference)).map((prize) => prize.isOnHold);
  await setDisputed(bed.clock.now());
  expect(await deliver()).toEqual({ ok: false, code: 'ORDER_NOT_PAID' });
  expect(await readHolds()).toEqual([true, true, true]);
  expect(await listHeldInstantPrizes(bed.db, rifa.id)).toEqual([1, 2, 3]);
  await setDisputed(null);
  expect(await readHolds()).toEqual([false, false, false]);
  expect(await listHeldInstantPrizes(bed.db, rifa.id)).toEqual([]);
  expect(await deliver()).toEqual({ ok: true });
});

test('voids the prizes of partly refunded cotas and notifies the finder', async () => {
  const rifa = await bed.publish();
  const order = await bed.buy(rifa.id, 100);
  await findInstantPrizes(bed.platform, order.id);
  const part = { orderId: order.id, kind: 'partlyRefunded' } as const;
  const readStates = async () => (await readInstantPrizes(bed.db, rifa.id))!.prizes.map(({ state }) => state);
  await findInstantPrizesJob.handle(bed.platform, part);
  expect(await readStates()).toEqual(['found', 'found', 'found']);
  const refundId = bed.platform.random.uuid();
  const { number } = (await bed.computePlacement(rifa.id))[1]!;
  const payment = await bed.db
    .selectFrom('providerPayments')
    .select(['provider', 'paymentId'])
    .where('orderId', '=', order.id)
    .executeTakeFirstOrThrow();
  await bed.db
    .insertInto('refunds')
    .values({ id: refundId, ...payment, amount: '2.00', reason: 'withdrawal', idempotencyKey: refundId })
    .execute();
  await bed.db
    .insertInto('returnedCotas')
    .values({
      refundId,
      orderId: order.id,
      lineNo: 1,
      rifaId: rifa.id,
      numbers: [number],
      amount: '2.00',
      value: '2.00',
      releasedAt: bed.clock.now(),
    })
    .execute();
  await findInstantPrizesJob.handle(bed.platform, part);
  await findInstantPrizesJob.handle(bed.platform, part);
  expect(await readStates()).toEqual(['found', 'void', 'found']);
  const { userId } = await bed.db
    .selectFrom('orders')
    .select('userId')
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow();
  const notices = await bed.db
    .selectFrom('notifications')
    .select('title')
    .where('userId', '=', userId)
    .execute();
  expect(notices.filter(({ title }) => title === 'A sua cota premiada foi anulada')).toHaveLength(1);
});
