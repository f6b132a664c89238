import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '@orpc/server';
import { giftsRoutes } from '../../../orders/gifts/gifts.routes.ts';
import { addBuyer } from '../../../orders/orders.testing.ts';
import { testContext } from '../../../platform/http/api.testing.ts';
import { readReceipt } from './receipt-image.ts';
import { createOrderDocuments } from '../order-documents.routes.ts';
import { createDrawsTestbed, type DrawsTestbed } from '../../draws.testing.ts';

let bed: DrawsTestbed;
beforeAll(async () => {
  bed = await createDrawsTestbed();
});
afterAll(() => bed.close());

async function referenceOf(orderId: string): Promise<string> {
  const { externalReference } = await bed.db
    .selectFrom('orders')
    .select('externalReference')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  return externalReference;
}

test('renders a receipt image of 1080 × 1350 for a paid order with any number of cotas', async () => {
  const files = createOrderDocuments(bed.platform);
  for (const cotas of [1, 200]) {
    const rifaId = await bed.rifa(1000);
    const { orderId } = await bed.sell(
      rifaId,
      Array.from({ length: cotas }, (_, index) => index + 1),
    );
    const response = await files.request(`/pedido/${await referenceOf(orderId)}/recibo.png`);
    expect(response.headers.get('content-type')).toBe('image/png');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1080, 1350]);
  }
});

test('shows neither given cotas nor those that the frozen list left out', async () => {
  const rifaId = await bed.rifa(100);
  const { orderId, userId, externalReference } = await bed.sell(rifaId, [3, 7, 9]);
  const giveCotas = async (numbers: number[]) => {
    const { reference } = await call(
      giftsRoutes.giveCotas,
      { externalReference, rifaId, numbers, recipientName: 'Nina', email: null },
      { context: testContext(bed.platform, { userId }) },
    );
    return reference;
  };
  const claimGift = async (reference: string) =>
    call(
      giftsRoutes.claimGift,
      { reference },
      { context: testContext(bed.platform, { userId: await addBuyer(bed.db) }) },
    );
  const readShownNumbers = async () =>
    (await readReceipt(bed.db, externalReference))?.rifas.map(({ numbers }) => numbers);
  const gift = await giveCotas([7]);
  expect(await readShownNumbers()).toEqual([[3, 7, 9]]);
  await claimGift(gift);
  expect(await readShownNumbers()).toEqual([[3, 9]]);

  const setDisputed = (disputedAt: Date | null) =>
    bed.db.updateTable('orders').set({ disputedAt }).where('id', '=', orderId).execute();
  await setDisputed(bed.clock.now());
  expect((await readReceipt(bed.db, externalReference))!.rifas[0]!.note).toContain('contestação');
  await bed.freeze(rifaId);
  expect(await readShownNumbers()).toEqual([]);
  await setDisputed(null);
  expect(await readShownNumbers()).toEqual([]);
  const files = createOrderDocuments(bed.platform);
  expect((await files.request(`/pedido/${externalReference}/recibo.png`)).status).toBe(200);
  const unaffected = await bed.sell(await bed.rifa(100), [5]);
  expect((await readReceipt(bed.db, unaffected.externalReference))!.rifas[0]!.note).toBeNull();
});

test('says that there will be no draw of a cancelled rifa', async () => {
  const rifaId = await bed.rifa(100);
  const { externalReference } = await bed.sell(rifaId, [3]);
  await bed.db.updateTable('rifas').set({ status: 'cancelled' }).where('id', '=', rifaId).execute();
  expect((await readReceipt(bed.db, externalReference))!.rifas[0]!.note).toContain('cancelada');
});

test('responds 404 for an unpaid or unknown order', async () => {
  const files = createOrderDocuments(bed.platform);
  const pending = await bed.order('pix');
  for (const reference of [pending.externalReference, 'x', 'a'.repeat(24)])
    expect((await files.request(`/pedido/${reference}/recibo.png`)).status).toBe(404);
});
