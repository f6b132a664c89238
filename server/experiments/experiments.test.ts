import { randomUUID } from 'node:crypto';
import { createRouterClient } from '@orpc/server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { settleOrder } from '../orders/lifecycle/settle-order.ts';
import { createOrderBatchWriter, type OrderBatchWriter } from '../orders/reservation/order-batch-writer.ts';
import { addBuyer, addRifa, createOrderTestbed, line, request } from '../orders/orders.testing.ts';
import { testContext } from '../platform/http/api.testing.ts';
import type { Platform } from '../platform/platform.ts';
import { experimentsRoutes } from './experiments.routes.ts';

let bed: Awaited<ReturnType<typeof createOrderTestbed>>;
let testId: string;
let variants: string[];
let rifaId: string;
let orderBatchWriter: OrderBatchWriter;
beforeAll(async () => {
  bed = await createOrderTestbed();
  rifaId = await addRifa(bed.db, 1_000);
  orderBatchWriter = createOrderBatchWriter(bed.platform);
});
afterAll(async () => {
  await orderBatchWriter.close();
  await bed.drop();
});
beforeEach(async () => {
  await bed.db.deleteFrom('abTestEvents').execute();
  const created = await bed.db
    .insertInto('abTests')
    .values({ key: `teste-${randomUUID().slice(0, 8)}`, name: 'Teste' })
    .returning('id')
    .executeTakeFirstOrThrow();
  testId = created.id;
  variants = [];
  for (const [index, name] of ['Controle', 'Novo'].entries()) {
    const variant = await bed.db
      .insertInto('abTestVariants')
      .values({ testId, name, position: index + 1, trafficPercentage: 50 })
      .returning('id')
      .executeTakeFirstOrThrow();
    variants.push(variant.id);
  }
});

const clientOf = (caller: { userId: string; role?: 'admin' } | null) =>
  createRouterClient(experimentsRoutes, {
    context: testContext(bed.platform as unknown as Platform, caller),
  });

const newEvent = (eventType: 'impression' | 'conversion', sessionId: string, variant = 0) => ({
  testId,
  variantId: variants[variant]!,
  eventType,
  sessionId,
});

const createAdminClient = async () => clientOf({ userId: await addBuyer(bed.db), role: 'admin' });

/** Counts of the first variant. */
const readCounts = async () => {
  const result = (await (await createAdminClient()).results()).find(({ id }) => id === testId);
  const { impressions, conversions, valueCentavos } = result!.variants[0]!;
  return { impressions, conversions, valueCentavos };
};

/** Places an order over R$ 10,50. */
async function placeOrder(userId: string) {
  const bought = { ...line(rifaId, 3), totalCentavos: 1050 };
  const reserved = await orderBatchWriter.reserve(request(userId, [bought]));
  if (!reserved.ok) throw new Error(reserved.code);
  const { id } = reserved.order;
  const { externalReference } = await bed.db
    .selectFrom('orders')
    .select('externalReference')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const pay = () => bed.db.transaction().execute((trx) => settleOrder(trx, id, bed.platform.clock.now()));
  return { orderReference: externalReference, pay };
}

// @covers storefront 7: experiments and tracking [server/experiments/declare-winner.ts]
// @covers storefront 3: ab_test_events once a session; the person only with leave
//   [server/experiments/record-event.ts]
test('counts an impression once per session, also under concurrency', async () => {
  const session = randomUUID();
  const outcomes = await Promise.all(
    Array.from({ length: 10 }, () => clientOf(null).record(newEvent('impression', session))),
  );
  expect(outcomes.filter(({ counted }) => counted)).toHaveLength(1);
  expect(await readCounts()).toEqual({ impressions: 1, conversions: 0, valueCentavos: 0 });
});

test('counts an order once, while it is paid', async () => {
  const buyer = { userId: await addBuyer(bed.db) };
  const [session, otherSession] = [randomUUID(), randomUUID()];
  for (const id of [session, otherSession]) await clientOf(buyer).record(newEvent('impression', id));
  const { orderReference, pay } = await placeOrder(buyer.userId);
  const outcomes = await Promise.all(
    [session, otherSession].flatMap((id) =>
      Array.from({ length: 5 }, () =>
        clientOf(buyer).record({ ...newEvent('conversion', id), orderReference }),
      ),
    ),
  );
  expect(outcomes.filter(({ counted }) => counted)).toHaveLength(1);
  expect(await readCounts()).toMatchObject({ conversions: 0, valueCentavos: 0 });
  await pay();
  expect(await readCounts()).toMatchObject({ conversions: 1, valueCentavos: 1050 });
  const change = bed.db.updateTable('orders').where('externalReference', '=', orderReference);
  await change.set({ returnedAmount: '4.00' }).execute();
  expect(await readCounts()).toMatchObject({ conversions: 1, valueCentavos: 650 });
  await change.set({ status: 'refunded' }).execute();
  expect(await readCounts()).toMatchObject({ conversions: 0, valueCentavos: 0 });
});

test('counts no conversion without the visitor’s own order after the impression', async () => {
  const buyer = { userId: await addBuyer(bed.db) };
  const session = randomUUID();
  const earlier = await placeOrder(buyer.userId);
  await clientOf(buyer).record(newEvent('impression', session));
  await bed.db
    .updateTable('orders')
    .set({ createdAt: new Date(Date.now() - 60_000) })
    .where('externalReference', '=', earlier.orderReference)
    .execute();
  const { orderReference } = await placeOrder(buyer.userId);
  const conversion = newEvent('conversion', session);
  const stranger = { userId: await addBuyer(bed.db) };
  for (const [caller, rejected] of [
    [null, conversion],
    [null, { ...conversion, orderReference }],
    [stranger, { ...conversion, orderReference }],
    [buyer, conversion],
    [buyer, { ...conversion, orderReference: 'nenhum' }],
    [buyer, { ...conversion, orderReference: earlier.orderReference }],
    [buyer, { ...newEvent('conversion', randomUUID()), orderReference }],
    [buyer, { ...newEvent('conversion', session, 1), orderReference }],
  ] as const)
    expect([rejected, await clientOf(caller).record(rejected)]).toEqual([rejected, { counted: false }]);
  expect(await clientOf(buyer).record({ ...conversion, orderReference })).toEqual({ counted: true });
});

// @covers storefront 4: declaring a winner ends the test, once [server/experiments/declare-winner.ts]
// @covers storefront 9: a winner needs more than 100 impressions; bar of ten times the rate, at most 100%
//   [domain/experiments/results.ts]
// @covers panel: analytics: A/B tests, a winner is declared once [server/experiments/declare-winner.ts]
test('declares a winner once, above one hundred impressions', async () => {
  const addImpressions = (count: number) =>
    bed.db
      .insertInto('abTestEvents')
      .values(
        Array.from({ length: count }, () => ({
          ...newEvent('impression', randomUUID()),
          createdAt: bed.platform.clock.now(),
        })),
      )
      .execute();
  await addImpressions(100);
  const [first, second] = [await createAdminClient(), await createAdminClient()];
  const declaration = { id: testId, variantId: variants[0]! };
  await expect(first.declareWinner(declaration)).rejects.toMatchObject({ code: 'VERSION_CONFLICT' });
  await addImpressions(1);
  const outcomes = await Promise.allSettled([
    first.declareWinner(declaration),
    second.declareWinner({ ...declaration, variantId: variants[1]! }),
  ]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const result = (await first.results()).find(({ id }) => id === testId)!;
  expect(result).toMatchObject({ status: 'completed', endedAt: expect.any(String) as string });
  // Every visitor sees the winner from now on.
  const seen = (await clientOf(null).running()).find(({ id }) => id === testId)!;
  expect(seen).toMatchObject({ running: false, variants: [{ id: result.winnerVariantId }] });
  expect(await clientOf(null).record(newEvent('impression', randomUUID()))).toEqual({ counted: false });
});

test('rejects a variant of another test as winner', async () => {
  await expect(
    (await createAdminClient()).declareWinner({ id: testId, variantId: randomUUID() }),
  ).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

const NEW_TEST = {
  place: 'checkout-call' as const,
  name: 'Chamada nova',
  variants: [
    { name: 'Como é', trafficPercentage: 50 },
    { name: 'Com frase', trafficPercentage: 50, phrase: '  Boa sorte!  ' },
  ],
};
const findRunning = async (place: string) =>
  (await clientOf(null).running()).find(({ key }) => key === place);

// @covers panel: analytics: an A/B test begins in a place where none runs, and ends with a winner or without;
//   'Novo teste', 'Encerrar sem vencedor' [server/experiments/start-test.ts, server/experiments/end-test.ts,
//   web/app/experiments/admin/new-test-dialog.tsx]
test('runs one test at a time per slot, also when two admins start tests concurrently', async () => {
  const panel = await createAdminClient();
  const outcomes = await Promise.allSettled([panel.start(NEW_TEST), panel.start(NEW_TEST)]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await expect(panel.start(NEW_TEST)).rejects.toMatchObject({ code: 'TEST_RUNNING' });
  const { id, ...running } = (await findRunning('checkout-call'))!;
  expect(running).toMatchObject({
    running: true,
    variants: [{ config: {} }, { config: { phrase: 'Boa sorte!' } }],
  });

  expect(await panel.end({ id })).toEqual({ ended: true });
  await expect(panel.end({ id })).rejects.toMatchObject({ code: 'VERSION_CONFLICT' });
  expect(await findRunning('checkout-call')).toBeUndefined();
  const result = (await panel.results()).find((ended) => ended.id === id);
  expect(result).toMatchObject({ status: 'completed', winnerVariantId: null });
  const again = await panel.start(NEW_TEST);
  expect(await findRunning('checkout-call')).toMatchObject({ id: again.id, running: true });
  const log = await bed.db.selectFrom('activityLogs').select('action').where('entityId', '=', id).execute();
  expect(log.map(({ action }) => action).toSorted()).toEqual(['end-test', 'start-test']);
});

test('rejects traffic percentages that do not add up to 100', async () => {
  const variants = NEW_TEST.variants.map((variant) => ({ ...variant, trafficPercentage: 40 }));
  await expect((await createAdminClient()).start({ ...NEW_TEST, variants })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  });
});
