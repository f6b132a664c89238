/** Cotas premiadas of an order that was charged back and restored after the charge-back was reversed. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applySnapshot } from '../../../payments/settlement/apply-snapshot.ts';
import { deliverInstantPrize } from '../deliver-instant-prize.ts';
import { findInstantPrizesJob } from './find-instant-prizes.job.ts';
import { createInstantPrizesTestbed, type InstantPrizesTestbed } from '../instant-prizes.testing.ts';
import { readFoundPrizes, readInstantPrizes } from '../read-instant-prizes.ts';

let bed: InstantPrizesTestbed;
beforeAll(async () => {
  bed = await createInstantPrizesTestbed();
  await bed.webhooks(false);
});
afterAll(() => bed.close());

type Order = Awaited<ReturnType<InstantPrizesTestbed['buy']>>;

async function addPaidOrder() {
  const rifa = await bed.publish();
  await bed.webhooks(true);
  const order = await bed.buy(rifa.id, 100);
  await bed.webhooks(false);
  await handleEvent(order, 'paid');
  return { rifa, order };
}

async function applyTransitions({ paymentId }: Order, ...steps: string[]) {
  for (const step of steps) {
    bed.clock.advance(60);
    await bed.transition(paymentId, step);
    await applySnapshot(bed.context, await bed.read(paymentId), 'check');
  }
}

const handleEvent = ({ id: orderId }: Order, kind: 'paid' | 'chargedBack') =>
  findInstantPrizesJob.handle(bed.platform, { orderId, kind });
const readStates = async (rifaId: string) =>
  (await readInstantPrizes(bed.db, rifaId))!.prizes.map(({ state }) => state);
const readTitles = async ({ userId }: Order) => {
  const rows = await bed.db
    .selectFrom('notifications')
    .select('title')
    .where('userId', '=', userId)
    .where('title', 'like', '%cota premiada%')
    .orderBy('createdAt')
    .execute();
  return rows.map(({ title }) => title);
};

// @covers beyond: a reversed charge-back restores cotas premiadas
//   [server/draws/instant/finding/restore-instant-prizes.ts]
test('are valid again after each reversed charge-back, and can be delivered', async () => {
  const { rifa, order } = await addPaidOrder();
  for (let time = 0; time < 2; time++) {
    await applyTransitions(order, 'charge_back', 'lose_charge_back');
    await handleEvent(order, 'chargedBack');
    expect(await readStates(rifa.id)).toEqual(['void', 'void', 'void']);
    await applyTransitions(order, 'reverse_charge_back');
    await Promise.all([1, 2, 3].map(() => handleEvent(order, 'paid')));
    expect(await readStates(rifa.id)).toEqual(['found', 'found', 'found']);
  }
  expect(await readFoundPrizes(bed.db, order.externalReference)).toHaveLength(3);
  const titles = await readTitles(order);
  expect(titles.filter((title) => title === 'A sua cota premiada foi anulada')).toHaveLength(6);
  expect(titles.filter((title) => title === 'A sua cota premiada voltou a valer')).toHaveLength(6);
  const delivery = { rifaId: rifa.id, position: 1, note: 'Em mãos' };
  expect(await deliverInstantPrize(bed.platform, bed.by, delivery)).toEqual({ ok: true });
});

test('are voided and restored in the public log, and go to no later buyer of the number', async () => {
  const { rifa, order } = await addPaidOrder();
  const readLoggedKinds = async () => (await bed.readLogEntries(rifa.id)).map(({ kind }) => kind);
  await applyTransitions(order, 'charge_back', 'lose_charge_back');
  await handleEvent(order, 'chargedBack');
  await handleEvent(order, 'chargedBack');
  expect((await readLoggedKinds()).filter((kind) => kind === 'instantVoided')).toHaveLength(3);
  await bed.webhooks(true);
  const laterOrder = await bed.buy(rifa.id, 100);
  await bed.webhooks(false);
  await handleEvent(laterOrder, 'paid');
  expect(await readFoundPrizes(bed.db, laterOrder.externalReference)).toEqual([]);
  expect(await readStates(rifa.id)).toEqual(['void', 'void', 'void']);

  const restored = await addPaidOrder();
  await applyTransitions(restored.order, 'charge_back', 'lose_charge_back');
  await handleEvent(restored.order, 'chargedBack');
  await applyTransitions(restored.order, 'reverse_charge_back');
  await handleEvent(restored.order, 'paid');
  await handleEvent(restored.order, 'paid');
  const entries = await bed.readLogEntries(restored.rifa.id);
  expect(entries.filter(({ kind }) => kind === 'instantRestored')).toHaveLength(3);
});

test('stay void while the order is charged back (database constraint)', async () => {
  const { rifa, order } = await addPaidOrder();
  await applyTransitions(order, 'charge_back', 'lose_charge_back');
  await handleEvent(order, 'chargedBack');
  await handleEvent(order, 'paid');
  expect(await readStates(rifa.id)).toEqual(['void', 'void', 'void']);
  await expect(
    bed.db.updateTable('instantPrizes').set({ voidedAt: null }).where('rifaId', '=', rifa.id).execute(),
  ).rejects.toMatchObject({ constraint: 'instant_prize_stays' });
});

test('stay valid when the job of the charge-back runs after the restore', async () => {
  const { rifa, order } = await addPaidOrder();
  await applyTransitions(order, 'charge_back', 'lose_charge_back', 'reverse_charge_back');
  await handleEvent(order, 'paid');
  await handleEvent(order, 'chargedBack');
  expect(await readStates(rifa.id)).toEqual(['found', 'found', 'found']);
});
