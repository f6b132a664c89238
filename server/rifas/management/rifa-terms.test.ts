import { createHash, randomUUID } from 'node:crypto';
import { createRouterClient, type ORPCError } from '@orpc/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addBuyer } from '../../orders/orders.testing.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../../payments/payments.testing.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import { createRouter } from '../../composition/router.ts';
import { createServices, type Services } from '../../composition/services.ts';
import { readRifaTerms, saveRifaTerms } from './rifa-terms.ts';

const REGULATION = 'Art. 1º Participa quem comprou.';
const SHA256 = createHash('sha256').update(REGULATION).digest('hex');

let bed: PaymentsTestbed;
let services: Services;
let router: ReturnType<typeof createRouter>;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
  services = createServices(bed.platform);
  router = createRouter(services);
});
afterAll(async () => {
  await services.stop();
  await bed.close();
});

const terms = {
  priceSteps: [
    { fromQuantity: 5, priceCentavos: 180 },
    { fromQuantity: 10, priceCentavos: 150 },
  ],
  combos: [],
  plans: [{ key: 'tier1', name: 'Galera', quantity: 10, bonusPercentage: 50 }],
  drawFallback: 'next_extraction' as const,
  cotaWinsOnce: false,
};

const setStatus = (id: string, status: 'draft' | 'active') =>
  bed.db.updateTable('rifas').set({ status }).where('id', '=', id).execute();

/** Creates a draft at R$ 2,00 per cota. */
async function addDraft(): Promise<{ id: string; version: number }> {
  const id = await bed.rifa(1000);
  await setStatus(id, 'draft');
  return { id, version: (await readRifaTerms(bed.db, id))!.version };
}

const clientOf = (userId: string | null) =>
  createRouterClient(router, { context: testContext(bed.platform, userId ? { userId } : null) });

async function buy(
  userId: string,
  rifaId: string,
  quantity: number,
  options: { tier?: string; accept?: string[]; isQuoted?: boolean } = {},
) {
  // The previous order no longer holds the cart.
  await bed.db.updateTable('orders').set({ cartKey: null }).where('userId', '=', userId).execute();
  const items = [{ rifaId, quantity, tier: options.tier }];
  const quote = options.isQuoted ? (await clientOf(userId).checkout.quote({ items })).token : undefined;
  return clientOf(userId).checkout.startPayment({
    headers: { 'idempotency-key': randomUUID() },
    body: {
      quote,
      items: [{ title: 'Moto', quantity, price: 2, selected_numbers: [], rifaId, tier: options.tier }],
      customerInfo: { name: 'Ana Souza', email: 'ana@exemplo.com.br' },
      acceptedRegulations: options.accept ?? [],
    },
  });
}

const lineOf = (orderId: string) =>
  bed.db
    .selectFrom('orderItems')
    .select(['quantity', 'bonusQuantity', 'unitPrice', 'totalAmount'])
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow();

// @covers panel: rifas: prices by quantity, custom plans, fallback for unsold numbers
//   [server/rifas/management/rifa-terms.ts]
test('prices orders by the price steps and plans of their rifa', async () => {
  const { id, version } = await addDraft();
  const by = { userId: await addBuyer(bed.db), ipAddress: null };
  const results = await Promise.all(
    [1, 2].map(() => saveRifaTerms(bed.platform, by, { id, version, terms })),
  );
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  await setStatus(id, 'active');
  const buyer = await bed.buyer();
  for (const [quantity, unitPrice, total] of [
    [4, '2.00', '8.00'],
    [5, '1.80', '9.00'],
    [12, '1.50', '18.00'],
  ] as const) {
    const { order_id: orderId } = await buy(buyer, id, quantity, { isQuoted: true });
    expect(await lineOf(orderId)).toMatchObject({ quantity, unitPrice, totalAmount: total });
  }
  const { order_id: orderId } = await buy(buyer, id, 10, { tier: 'tier1', isQuoted: true });
  expect(await lineOf(orderId)).toEqual({
    quantity: 15,
    bonusQuantity: 5,
    unitPrice: '1.50',
    totalAmount: '15.00',
  });
  await expect(buy(buyer, id, 20, { tier: 'tier3' })).rejects.toMatchObject({
    code: 'PRICE_CHANGED',
  });
  expect(await clientOf(null).rifas.find({ id })).toMatchObject({
    priceSteps: terms.priceSteps,
    plans: terms.plans,
  });
  expect(await clientOf(null).rifas.legal({ id })).toMatchObject({ drawFallback: 'next_extraction' });
});

// @covers beyond: combos: the cheapest combination; 'Adicionar combo'
test('prices orders by combos, which are immutable after publication', async () => {
  const { id, version } = await addDraft();
  const by = { userId: await addBuyer(bed.db), ipAddress: null };
  const combos = [
    { quantity: 10, priceCentavos: 1500 },
    { quantity: 25, priceCentavos: 3500 },
  ];
  const withCombos = { ...terms, priceSteps: [], combos };
  const dear = { ...withCombos, combos: [{ quantity: 10, priceCentavos: 2000 }] };
  expect(await saveRifaTerms(bed.platform, by, { id, version, terms: dear })).toEqual({
    ok: false,
    code: 'INVALID_COMBOS',
  });
  expect(await saveRifaTerms(bed.platform, by, { id, version, terms: withCombos })).toMatchObject({
    ok: true,
  });
  await bed.db
    .updateTable('rifas')
    .set({ status: 'active', publishedAt: bed.clock.now() })
    .where('id', '=', id)
    .execute();
  expect(await clientOf(null).rifas.find({ id })).toMatchObject({ combos });
  const buyer = await bed.buyer();
  for (const [quantity, total] of [
    [9, '18.00'],
    [10, '15.00'],
    [21, '32.00'],
    [36, '52.00'],
  ] as const) {
    const { order_id: orderId } = await buy(buyer, id, quantity, { isQuoted: true });
    expect(await lineOf(orderId)).toMatchObject({ quantity, unitPrice: '2.00', totalAmount: total });
    const order = await bed.db
      .selectFrom('orders')
      .select('totalAmount')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow();
    expect(order.totalAmount).toBe(total);
  }
  await expect(
    bed.db.updateTable('rifas').set({ combos: '[]' }).where('id', '=', id).execute(),
  ).rejects.toMatchObject({ constraint: 'rifa_stays_as_published' });
});

test('rejects changes of published terms and price steps that rise with the quantity', async () => {
  const { id, version } = await addDraft();
  const by = { userId: await addBuyer(bed.db), ipAddress: null };
  const dear = { ...terms, priceSteps: [{ fromQuantity: 5, priceCentavos: 200 }] };
  expect(await saveRifaTerms(bed.platform, by, { id, version, terms: dear })).toEqual({
    ok: false,
    code: 'INVALID_PRICE_STEPS',
  });
  await bed.db
    .updateTable('rifas')
    .set({ status: 'active', publishedAt: bed.clock.now() })
    .where('id', '=', id)
    .execute();
  expect(await saveRifaTerms(bed.platform, by, { id, version, terms })).toEqual({
    ok: false,
    code: 'RIFA_PUBLISHED',
  });
  await expect(
    bed.db
      .updateTable('rifas')
      .set({ priceSteps: JSON.stringify(terms.priceSteps) })
      .where('id', '=', id)
      .execute(),
  ).rejects.toMatchObject({ constraint: 'rifa_stays_as_published' });
});

// @covers panel: rifas: authorisation and regulation on the public page, accepted by hash at the checkout
//   [server/checkout/validation/check-regulations.ts]
test('requires the accepted regulation hash before it reserves numbers', async () => {
  const { id } = await addDraft();
  await bed.db
    .insertInto('rifaLegal')
    .values({ rifaId: id, route: 'spa_mf', regulation: REGULATION, regulationSha256: SHA256 })
    .execute();
  await setStatus(id, 'active');
  expect(await clientOf(null).rifas.legal({ id })).toMatchObject({
    regulation: REGULATION,
    regulationSha256: SHA256,
  });
  const buyer = await bed.buyer();
  const rejected = await buy(buyer, id, 1, { accept: ['0'.repeat(64)] }).catch((error: unknown) => error);
  expect((rejected as ORPCError<string, unknown>).code).toBe('REGULATION_NOT_ACCEPTED');
  const [first, second] = await Promise.all([1, 2].map(() => buy(buyer, id, 1, { accept: [SHA256] })));
  expect(first!.order_id).not.toBe(second!.order_id);
  // Acceptance is stored per regulation hash and buyer.
  await buy(buyer, id, 1);
  const kept = await bed.db
    .selectFrom('regulationAcceptances')
    .selectAll()
    .where('rifaId', '=', id)
    .execute();
  expect(kept).toMatchObject([{ userId: buyer, regulationSha256: SHA256 }]);
  await expect(buy(await bed.buyer(), id, 1)).rejects.toMatchObject({ code: 'REGULATION_NOT_ACCEPTED' });
});
