import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOrderDocuments } from './order-documents.routes.ts';
import { createDrawsTestbed, type DrawsTestbed } from '../draws.testing.ts';

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

test('responds 404 for an unpaid or unknown order', async () => {
  const files = createOrderDocuments(bed.platform);
  const pending = await bed.order('pix');
  for (const reference of [pending.externalReference, 'x', 'a'.repeat(24)])
    expect((await files.request(`/pedido/${reference}/recibo.png`)).status).toBe(404);
});
