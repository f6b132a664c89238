/** A paused rifa accepts no orders and shows the reason; existing reservations may still be paid. */
import { randomUUID } from 'node:crypto';
import { createRouterClient } from '@orpc/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freezeListJob } from '../../draws/list/freeze-list.job.ts';
import { readDrawAudit } from '../../draws/proofs/read-draw-audit.ts';
import { mailDrawNewsJob, notifyDrawNewsJob } from '../../draws/news/deliver-draw-news.job.ts';
import { line, request } from '../../orders/orders.testing.ts';
import { releaseOrder } from '../../orders/lifecycle/release-order.ts';
import { settleOrder } from '../../orders/lifecycle/settle-order.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../../payments/payments.testing.ts';
import { refundRifaJob } from '../../payments/refunds/cancelled/refund-rifa.job.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import { rifasAdminRoutes } from '../management/rifas-admin.routes.ts';
import { findShownRifa } from '../rifas.queries.ts';
import { ALL_OPEN, allClosed, apiOf, tryWaysToBuy } from '../ways-to-buy.testing.ts';
import { pauseSales, resumeSales } from './pause-sales.ts';

const REASON = 'O prêmio está na oficina. Voltamos na sexta.';

let bed: PaymentsTestbed;
let buyer: string;
let by: { userId: string; ipAddress: null };
beforeAll(async () => {
  bed = await createPaymentsTestbed();
  await bed.platform.jobs.prepare([refundRifaJob, freezeListJob, notifyDrawNewsJob, mailDrawNewsJob]);
  buyer = await bed.buyer();
  by = { userId: await bed.buyer(), ipAddress: null };
});
afterAll(() => bed.close());

async function addRifaOnSale(): Promise<string> {
  const id = await bed.rifa(100);
  await bed.db.updateTable('rifas').set({ chooseNumbers: true }).where('id', '=', id).execute();
  return id;
}

const pause = (id: string) => pauseSales(bed.platform, by, { id, reason: REASON });

async function reserve(id: string): Promise<string> {
  const reserved = await bed.orderBatchWriter.reserve(request(await bed.buyer(), [line(id, 1)]));
  if (!reserved.ok) throw new Error(reserved.code);
  return reserved.order.id;
}

const pay = (orderId: string, at = bed.clock.now()) =>
  bed.db.transaction().execute((trx) => settleOrder(trx, orderId, at));

test('closes every way to buy until the sales resume, and shows the reason', async () => {
  const id = await addRifaOnSale();
  expect(await pause(id)).toEqual({ ok: true });
  const isPaused = async () => (await readDrawAudit(bed.db, id, bed.clock.now()))!.rifa.isPaused;
  expect(await isPaused()).toBe(true);
  expect(await tryWaysToBuy(bed, buyer, id)).toEqual(allClosed('paused'));
  expect(await findShownRifa(bed.db, id, bed.clock.now())).toMatchObject({ pauseReason: REASON });
  await expect(
    apiOf(bed, buyer).checkout.quote({ items: [{ rifaId: id, quantity: 1 }] }),
  ).rejects.toMatchObject({ code: 'RIFA_NOT_ACTIVE', data: { pauseReason: REASON } });

  expect(await resumeSales(bed.platform, by, id)).toEqual({ ok: true });
  expect(await tryWaysToBuy(bed, buyer, id)).toEqual(ALL_OPEN);
  expect(await findShownRifa(bed.db, id, bed.clock.now())).toMatchObject({ pauseReason: null });
});

test('settles an order that was reserved before the pause', async () => {
  const id = await addRifaOnSale();
  const order = await reserve(id);
  await pause(id);
  expect(await pay(order)).toBe('settled');
});

test('settles a payment of an expired order approved before the pause, and refunds later ones', async () => {
  const id = await addRifaOnSale();
  const [before, after] = [await reserve(id), await reserve(id)];
  for (const order of [before, after])
    await bed.db.transaction().execute((trx) => releaseOrder(trx, order, 'cancelled'));
  const approvedAt = bed.clock.now();
  bed.clock.advance(1);
  await pause(id);
  expect(await pay(before, approvedAt)).toBe('settled_late');
  expect(await pay(after)).toBe('numbers_taken');
});

test('accepts one of two concurrent pauses or resumes', async () => {
  const id = await addRifaOnSale();
  const paused = await Promise.all([pause(id), pause(id)]);
  expect(paused).toContainEqual({ ok: true });
  expect(paused).toContainEqual({ ok: false, code: 'RIFA_STATE', status: 'paused' });
  const resumed = await Promise.all([resumeSales(bed.platform, by, id), resumeSales(bed.platform, by, id)]);
  expect(resumed).toContainEqual({ ok: true });
  expect(resumed).toContainEqual({ ok: false, code: 'RIFA_STATE', status: 'active' });
});

test('pauses only a rifa on sale', async () => {
  const id = await addRifaOnSale();
  await bed.db.updateTable('rifas').set({ status: 'closed' }).where('id', '=', id).execute();
  expect(await pause(id)).toEqual({ ok: false, code: 'RIFA_STATE', status: 'closed' });
  expect(await pause(randomUUID())).toEqual({ ok: false, code: 'NOT_FOUND' });
});

test('ends or cancels open sales only with a reason for buyers', async () => {
  const [ended, cancelled] = [await addRifaOnSale(), await addRifaOnSale()];
  const caller = { userId: by.userId, role: 'admin', aal: 'aal2' } as const;
  const panel = createRouterClient(rifasAdminRoutes, { context: testContext(bed.platform, caller) });
  const rejected = { code: 'BAD_REQUEST' };
  await expect(panel.changeState({ id: ended, version: 1, to: 'closed' })).rejects.toMatchObject(rejected);
  const note = 'A meta foi atingida.';
  await expect(panel.changeState({ id: cancelled, version: 1, to: 'cancelled', note })).rejects.toMatchObject(
    rejected,
  );

  await panel.changeState({ id: ended, version: 1, to: 'closed', note });
  await panel.changeState({ id: cancelled, version: 1, to: 'cancelled', note, reason: 'OTHER' });
  expect(await findShownRifa(bed.db, ended, bed.clock.now())).toMatchObject({ closeReason: note });
  expect(await findShownRifa(bed.db, cancelled, bed.clock.now())).toMatchObject({
    cancellation: { reason: 'OTHER', note },
  });
});
