import { randomUUID } from 'node:crypto';
import { createRouterClient, ORPCError } from '@orpc/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkNumberCounts } from '../orders/orders.testing.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../payments/payments.testing.ts';
import { testContext } from '../platform/http/api.testing.ts';
import { createTestRouter, type TestRouter } from '../composition/router.testing.ts';

let bed: PaymentsTestbed;
let router: TestRouter;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
  router = createTestRouter(bed);
});
afterAll(() => bed.close());

const clientOf = (userId: string | null) =>
  createRouterClient(router, { context: testContext(bed.platform, userId ? { userId } : null) });

interface PurchaseOptions {
  origin?: 'cart' | 'rifa';
  method?: 'pix' | 'hosted';
  quantity?: number;
}

/** Clicks the pay button in a new tab. */
async function pay(userId: string, rifaId: string, { quantity = 2, ...more }: PurchaseOptions = {}) {
  const { token } = await clientOf(userId).checkout.quote({ items: [{ rifaId, quantity }] });
  return clientOf(userId).checkout.startPayment({
    headers: { 'idempotency-key': randomUUID() },
    body: {
      items: [{ title: 'Moto', quantity, price: 2, selected_numbers: [], rifaId }],
      customerInfo: { name: 'Ana Souza', email: 'ana@exemplo.com.br' },
      quote: token,
      ...more,
    },
  });
}

const openReferenceOf = (error: unknown) =>
  error instanceof ORPCError && error.code === 'OPEN_ORDER'
    ? (error.data as { externalReference: string }).externalReference
    : null;

test('makes one order for concurrent requests of many tabs', async () => {
  const [rifaId, buyer] = [await bed.rifa(100), await bed.buyer()];
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => pay(buyer, rifaId)));
  const orders = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  expect(orders).toHaveLength(1);
  const rejected = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [openReferenceOf(outcome.reason)] : [],
  );
  expect(new Set(rejected)).toEqual(new Set([orders[0]!.external_reference]));
  expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ reserved: 2, free: 98 });
});

test('returns the open order on every device, to its buyer only', async () => {
  const [rifaId, buyer, stranger] = [await bed.rifa(), await bed.buyer(), await bed.buyer()];
  const { external_reference: externalReference } = await pay(buyer, rifaId);
  const { orders } = await clientOf(buyer).orders.open();
  expect(orders).toMatchObject([{ externalReference, totalCentavos: 400, quantity: 2 }]);
  expect((await clientOf(stranger).orders.open()).orders).toEqual([]);
});

test('releases the numbers of an abandoned order and accepts the next one', async () => {
  const [rifaId, buyer] = [await bed.rifa(10), await bed.buyer()];
  const { external_reference: externalReference } = await pay(buyer, rifaId, { quantity: 10 });
  const giveUp = () => clientOf(buyer).orders.giveUp({ externalReference });
  // Two tabs leave the order, and one repeats the call because the response was lost.
  expect(await Promise.all([giveUp(), giveUp()])).toEqual([{ outcome: 'released' }, { outcome: 'released' }]);
  expect(await giveUp()).toEqual({ outcome: 'released' });
  expect(await clientOf(buyer).orders.page({ externalReference })).toMatchObject({ endedEarly: true });
  expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ free: 10, reserved: 0 });
  expect((await clientOf(buyer).orders.open()).orders).toEqual([]);
  expect((await pay(buyer, rifaId, { quantity: 10 })).items[0]!.numbers).toHaveLength(10);
});

test('rejects other users who cancel an order', async () => {
  const [rifaId, buyer, stranger] = [await bed.rifa(), await bed.buyer(), await bed.buyer()];
  const { external_reference: externalReference } = await pay(buyer, rifaId);
  await expect(clientOf(stranger).orders.giveUp({ externalReference })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await expect(clientOf(null).orders.giveUp({ externalReference })).rejects.toMatchObject({
    code: 'NOT_AUTHENTICATED',
  });
});

test('keeps the cart and the purchase screen of a rifa apart', async () => {
  const [rifaId, buyer] = [await bed.rifa(), await bed.buyer()];
  await pay(buyer, rifaId);
  await pay(buyer, rifaId, { origin: 'rifa' });
  expect(
    openReferenceOf(await pay(buyer, rifaId, { origin: 'rifa' }).catch((error: unknown) => error)),
  ).toBeTruthy();
});

test('opens the Pix code with the order, and the provider’s page on demand', async () => {
  const [rifaId, buyer] = [await bed.rifa(), await bed.buyer()];
  const result = await pay(buyer, rifaId, { method: 'pix' });
  const externalReference = result.external_reference;
  expect(result.init_point).toMatch(new RegExp(`/pedido/${externalReference}$`));
  const page = await clientOf(buyer).orders.page({ externalReference });
  expect(page.pix).toMatchObject({ amountCentavos: 400 });
  expect(page.paymentUrl).toBeNull();
  const { url } = await clientOf(null).orders.startHosted({ externalReference });
  expect(url).toMatch(/^http/);
  expect((await clientOf(buyer).orders.page({ externalReference })).paymentUrl).toBe(url);
});
