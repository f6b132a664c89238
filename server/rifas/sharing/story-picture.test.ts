import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDrawsTestbed, type DrawsTestbed } from '../../draws/draws.testing.ts';
import { createSharingRoutes } from './sharing.routes.ts';

let bed: DrawsTestbed;
beforeAll(async () => {
  bed = await createDrawsTestbed();
});
afterAll(() => bed.close());

async function request(orderId: string, search = ''): Promise<Response> {
  const { externalReference } = await bed.db
    .selectFrom('orders')
    .select('externalReference')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  return createSharingRoutes(bed.platform).request(`/pedido/${externalReference}/historia.png${search}`);
}

test.each([
  ['a story', '', [1080, 1920]],
  ['a square', '?formato=quadrado', [1080, 1080]],
])('a paid order has a picture as %s for any number of cotas', async (_, search, size) => {
  for (const cotas of [1, 200]) {
    const numbers = Array.from({ length: cotas }, (_, index) => index + 1);
    const { orderId } = await bed.sell(await bed.rifa(1000), numbers);
    const response = await request(orderId, search);
    expect(response.headers.get('content-type')).toBe('image/png');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual(size);
  }
});

test('returns no picture of an unpaid or unknown order', async () => {
  const pending = await bed.order('pix');
  expect((await request(pending.id)).status).toBe(404);
  for (const reference of ['x', 'a'.repeat(24)])
    expect(
      (await createSharingRoutes(bed.platform).request(`/pedido/${reference}/historia.png`)).status,
    ).toBe(404);
});

test('returns no invitation picture of an order whose rifa is not on sale', async () => {
  const { orderId, rifaId } = await addSoldOrder();
  for (const status of ['closed', 'completed', 'cancelled']) {
    await bed.db.updateTable('rifas').set({ status }).where('id', '=', rifaId).execute();
    expect(await request(orderId)).toMatchObject({ status: 404 });
  }
});

test('returns no invitation picture of an order whose payment is disputed', async () => {
  const { orderId } = await addSoldOrder();
  await bed.db.updateTable('orders').set({ disputedAt: bed.clock.now() }).where('id', '=', orderId).execute();
  expect(await request(orderId)).toMatchObject({ status: 404 });
});

async function addSoldOrder() {
  const rifaId = await bed.rifa(1000);
  return { rifaId, ...(await bed.sell(rifaId, [1])) };
}

test('limits an IP address to 20 pictures a minute', async () => {
  const { orderId } = await bed.sell(await bed.rifa(1000), [1]);
  const routes = createSharingRoutes(bed.platform);
  const statuses = [];
  for (let call = 1; call <= 21; call++)
    statuses.push((await routes.request('/pedido/x/historia.png')).status);
  expect(statuses).toEqual([...Array<number>(20).fill(404), 429]);
  expect((await request(orderId)).status).toBe(200);
});
