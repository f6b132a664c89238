/** Cotas premiadas of orders whose job was lost. */
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { planOf } from '@mare/database/testing/plan.testing.ts';
import { checkDraws } from '../../../ops/doctor/draws-and-log.ts';
import { findPaidHolders } from '../../../orders/numbers/find-paid-holders.ts';
import { findInstantPrizesJob } from './find-instant-prizes.job.ts';
import { findMissedInstantPrizes, listMissedInstantPrizes } from './find-missed-instant-prizes.job.ts';
import { createInstantPrizesTestbed, type InstantPrizesTestbed } from '../instant-prizes.testing.ts';
import { readFoundPrizes, readInstantPrizes } from '../read-instant-prizes.ts';

const GRACE_S = 600;

let bed: InstantPrizesTestbed;
beforeAll(async () => {
  bed = await createInstantPrizesTestbed();
});
afterAll(() => bed.close());

const readStates = async (rifaId: string) =>
  (await readInstantPrizes(bed.db, rifaId))!.prizes.map(({ state }) => state);
const setStatus = (id: string, status: string) =>
  bed.db.updateTable('orders').set({ status, updatedAt: bed.clock.now() }).where('id', '=', id).execute();
const readProblems = async () => (await checkDraws(bed.platform)).map(({ text }) => text);

// @covers beyond: cotas premiadas whose job was lost are revealed, voided or restored by a recurring check
//   [server/draws/instant/finding/find-missed-instant-prizes.job.ts]
test('finds the cotas premiadas of a paid order whose job was lost, and names it until then', async () => {
  const rifa = await bed.publish();
  const order = await bed.buy(rifa.id, 100);
  await findMissedInstantPrizes(bed.platform);
  expect(await readFoundPrizes(bed.db, order.externalReference)).toEqual([]);
  expect(await readProblems()).toEqual([]);
  bed.clock.advance(GRACE_S);
  expect(await listMissedInstantPrizes(bed.platform)).toEqual([{ orderId: order.id, kind: 'paid' }]);
  expect(await readProblems()).toEqual(['As cotas premiadas de 1 pedido não dizem o que o pagamento diz.']);
  await findMissedInstantPrizes(bed.platform);
  expect(await readFoundPrizes(bed.db, order.externalReference)).toHaveLength(3);
  expect(await readStates(rifa.id)).toEqual(['found', 'found', 'found']);
  expect(await listMissedInstantPrizes(bed.platform)).toEqual([]);
  expect(await readProblems()).toEqual([]);
});

test('finds nothing for unpaid orders, and nothing before the round is known', async () => {
  const rifa = await bed.publish();
  await bed.order('pix', { rifaId: rifa.id, quantity: 50 });
  const early = await bed.publishEarly();
  await bed.buy(early.id, 100);
  bed.clock.advance(GRACE_S);
  expect(await listMissedInstantPrizes(bed.platform)).toEqual([]);
});

test('voids and restores the cotas premiadas of orders whose job was lost', async () => {
  const rifa = await bed.publish();
  const order = await bed.buy(rifa.id, 100);
  const listKinds = async () => {
    const missed = await listMissedInstantPrizes(bed.platform);
    return missed.filter(({ orderId }) => orderId === order.id).map(({ kind }) => kind);
  };
  await findInstantPrizesJob.handle(bed.platform, { orderId: order.id, kind: 'paid' });
  for (const [status, kind, state] of [
    ['charged_back', 'chargedBack', 'void'],
    ['paid', 'paid', 'found'],
    ['refunded', 'refunded', 'void'],
  ] as const) {
    await setStatus(order.id, status);
    expect(await listKinds()).toEqual([]);
    bed.clock.advance(GRACE_S);
    expect(await listKinds()).toEqual([kind]);
    await findMissedInstantPrizes(bed.platform);
    expect(await readStates(rifa.id)).toEqual([state, state, state]);
    expect(await listKinds()).toEqual([]);
  }
});

test('shows a cota premiada as not found only if no paid cota has it', async () => {
  const [sold, reserved] = [await bed.publish(), await bed.publish()];
  await bed.buy(sold.id, 100);
  await bed.order('pix', { rifaId: reserved.id, quantity: 100 });
  const ids = [sold.id, reserved.id];
  await bed.db.updateTable('rifas').set({ status: 'completed' }).where('id', 'in', ids).execute();
  expect(await readStates(sold.id)).toEqual(['found', 'found', 'found']);
  expect(await readStates(reserved.id)).toEqual(['not_found', 'not_found', 'not_found']);
});

test('reads the holders of a cota premiada by the index of pages', async () => {
  const rifa = await bed.publish();
  await bed.buy(rifa.id, 100);
  const plan = await planOf(bed.pool, (db) => findPaidHolders(db, rifa.id, [1, 2, 3]), {
    of: 'order_items',
    off: ['enable_indexscan'],
  });
  expect(plan).toContain('order_items_cota_page ');
  expect(plan).toContain('order_items_cota_pages');
  expect(plan).toContain('order_items_without_pages');
  expect(plan).not.toContain('order_items_of_rifa');
});

test('reads the permutation of the rifa once to find the holders', async () => {
  const rifa = await bed.publish();
  await bed.buy(rifa.id, 100);
  let reads = 0;
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      if (/rifa_?secrets/i.test(JSON.stringify(node))) reads++;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  expect(await findPaidHolders(bed.db.withPlugin(counting), rifa.id, [1, 2, 3])).toHaveLength(3);
  expect(reads).toBe(1);
});
