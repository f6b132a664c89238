import { randomUUID } from 'node:crypto';
import { createRouterClient } from '@orpc/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCheckoutRoutes } from '../checkout/checkout.routes.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../payments/payments.testing.ts';
import { testContext } from '../platform/http/api.testing.ts';
import { checkParticipation } from '../orders/participation/check-participation.ts';
import { openScheduledRifas } from './publishing/open-scheduled-rifas.job.ts';
import { readRifaOptions, saveRifaOptions } from './management/rifa-options.ts';
import { findShownRifa } from './rifas.queries.ts';

const HOUR_MS = 3_600_000;

let bed: PaymentsTestbed;
let buyer: string;
let vip: string;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
  buyer = await bed.buyer();
  vip = await bed.buyer();
  await bed.db.updateTable('profiles').set({ segment: 'vip' }).where('id', '=', vip).execute();
});
afterAll(() => bed.close());

const inHours = (hours: number) => new Date(bed.clock.now().getTime() + hours * HOUR_MS);
const rejectionReason = async (userId: string, rifaId: string) =>
  (await checkParticipation(bed.platform, userId, rifaId))?.reason;
const pay = (userId: string, rifaId: string) =>
  createRouterClient(
    createCheckoutRoutes({ orderBatchWriter: bed.orderBatchWriter, payments: bed.payments }),
    {
      context: testContext(bed.platform, { userId }),
    },
  ).startPayment({
    headers: { 'idempotency-key': randomUUID() },
    body: {
      items: [{ title: 'Moto', quantity: 5, price: 2, selected_numbers: [], rifaId }],
      customerInfo: { name: 'Ana Souza', email: 'ana@exemplo.com.br' },
    },
  });

// @covers storefront 9: VIP: 'Acesso antecipado às novas rifas', 'Sorteios exclusivos para VIPs'
//   [server/orders/participation/check-participation.ts, database/migrations/0163_vip_access.sql]
test('rejects a VIP-only purchase by other buyers', async () => {
  const rifaId = await bed.rifa();
  await bed.db.updateTable('rifas').set({ vipOnly: true }).where('id', '=', rifaId).execute();
  expect(await rejectionReason(buyer, rifaId)).toBe('vip_only');
  expect(await rejectionReason(vip, rifaId)).toBeNull();
  expect((await findShownRifa(bed.db, rifaId, bed.clock.now()))?.access).toBe('vips');
  await expect(pay(buyer, rifaId)).rejects.toMatchObject({
    code: 'NOT_ELIGIBLE',
    data: { reason: 'vip_only' },
  });
  expect((await pay(vip, rifaId)).order_id).toEqual(expect.any(String));
});

test('lets VIPs buy first and every buyer after the presale', async () => {
  const rifaId = await bed.rifa();
  const opensIn = (hours: number) =>
    bed.db
      .updateTable('rifas')
      .set({ publicFrom: inHours(hours) })
      .where('id', '=', rifaId)
      .execute();
  await opensIn(24);
  expect(await findShownRifa(bed.db, rifaId, bed.clock.now())).toMatchObject({
    access: 'vips_first',
    publicFrom: expect.any(String) as string,
  });
  await expect(pay(buyer, rifaId)).rejects.toMatchObject({ data: { reason: 'vip_first' } });
  expect((await pay(vip, rifaId)).order_id).toEqual(expect.any(String));
  await opensIn(-24);
  expect(await findShownRifa(bed.db, rifaId, bed.clock.now())).toMatchObject({
    access: 'everybody',
    publicFrom: null,
  });
  expect((await pay(buyer, rifaId)).order_id).toEqual(expect.any(String));
});

async function addScheduledRifa(vipHours: number, salesStart: Date): Promise<string> {
  const rifaId = await bed.rifa(10_000);
  await bed.db
    .updateTable('rifas')
    .set({ status: 'scheduled', image: '/rifas/moto.svg', vipHours, salesStart, drawDate: inHours(24 * 60) })
    .where('id', '=', rifaId)
    .execute();
  await bed.db
    .insertInto('rifaPrizes')
    .values({ rifaId, position: 1, name: 'Moto', value: '1000.00' })
    .execute();
  return rifaId;
}

test('opens a scheduled rifa early for VIPs and on time for every buyer', async () => {
  const salesStart = inHours(20);
  const rifaId = await addScheduledRifa(24, salesStart);
  const later = await addScheduledRifa(2, salesStart);
  expect(await openScheduledRifas(bed.platform)).toEqual([rifaId]);
  const rifa = await bed.db
    .selectFrom('rifas')
    .select(['status', 'publicFrom'])
    .where('id', '=', rifaId)
    .executeTakeFirstOrThrow();
  expect(rifa).toEqual({ status: 'active', publicFrom: salesStart });
  expect(await rejectionReason(buyer, rifaId)).toBe('vip_first');
  expect(await rejectionReason(buyer, later)).toBe('not_on_sale');
});

test('rejects changes of VIP access after publication', async () => {
  const rifaId = await bed.rifa();
  const by = { userId: buyer, ipAddress: null };
  const save = async (vipOnly: boolean) => {
    const { version, options } = (await readRifaOptions(bed.db, rifaId))!;
    return saveRifaOptions(bed.platform, by, { id: rifaId, version, options: { ...options, vipOnly } });
  };
  expect(await save(true)).toMatchObject({ ok: true });
  await bed.db.updateTable('rifas').set({ publishedAt: new Date() }).where('id', '=', rifaId).execute();
  expect(await save(false)).toEqual({ ok: false, code: 'RIFA_PUBLISHED' });
  await expect(
    bed.db.updateTable('rifas').set({ vipOnly: false }).where('id', '=', rifaId).execute(),
  ).rejects.toThrow('is published');
});
