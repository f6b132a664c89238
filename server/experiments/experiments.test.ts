import { randomUUID } from 'node:crypto';
import { createRouterClient } from '@orpc/server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addBuyer, createOrderTestbed } from '../orders/orders.testing.ts';
import { testContext } from '../platform/api.testing.ts';
import type { Platform } from '../platform/platform.ts';
import { experimentsRoutes } from './experiments.routes.ts';

let bed: Awaited<ReturnType<typeof createOrderTestbed>>;
let testId: string;
let variants: string[];
beforeAll(async () => {
  bed = await createOrderTestbed();
});
afterAll(() => bed.drop());
beforeEach(async () => {
  await bed.db.deleteFrom('abTestEvents').execute();
  const made = await bed.db
    .insertInto('abTests')
    .values({ key: `teste-${randomUUID().slice(0, 8)}`, name: 'Teste' })
    .returning('id')
    .executeTakeFirstOrThrow();
  testId = made.id;
  variants = [];
  for (const [at, name] of ['Controle', 'Novo'].entries()) {
    const variant = await bed.db
      .insertInto('abTestVariants')
      .values({ testId, name, position: at + 1, trafficPercentage: 50 })
      .returning('id')
      .executeTakeFirstOrThrow();
    variants.push(variant.id);
  }
});

const as = (caller: { userId: string; role?: 'admin' } | null) =>
  createRouterClient(experimentsRoutes, {
    context: testContext(bed.platform as unknown as Platform, caller),
  });

const event = (eventType: 'impression' | 'conversion', sessionId: string, variant = 0) => ({
  testId,
  variantId: variants[variant]!,
  eventType,
  sessionId,
});

const admin = async () => as({ userId: await addBuyer(bed.db), role: 'admin' });

test('impressions and conversions count once a session, at whatever speed they come', async () => {
  const visitor = as(null);
  const session = randomUUID();
  const seen = await Promise.all(
    Array.from({ length: 10 }, () => visitor.record(event('impression', session))),
  );
  expect(seen.filter(({ counted }) => counted)).toHaveLength(1);
  const bought = await Promise.all(
    Array.from({ length: 10 }, () =>
      visitor.record({ ...event('conversion', session), valueCentavos: 1050 }),
    ),
  );
  expect(bought.filter(({ counted }) => counted)).toHaveLength(1);
  const result = (await (await admin()).results()).find(({ id }) => id === testId);
  expect(result!.variants[0]).toMatchObject({ impressions: 1, conversions: 1, valueCentavos: 1050 });
});

test('who has not seen a variant does not convert for it', async () => {
  const session = randomUUID();
  expect(await as(null).record(event('conversion', session))).toEqual({ counted: false });
  await as(null).record(event('impression', session, 1));
  expect(await as(null).record(event('conversion', session, 0))).toEqual({ counted: false });
  expect(await as(null).record(event('impression', session, 0))).toEqual({ counted: false });
});

test('a winner needs more than a hundred impressions, and is declared once', async () => {
  const see = (count: number) =>
    bed.db
      .insertInto('abTestEvents')
      .values(
        Array.from({ length: count }, () => ({
          ...event('impression', randomUUID()),
          createdAt: bed.platform.clock.now(),
        })),
      )
      .execute();
  await see(100);
  const [first, second] = [await admin(), await admin()];
  const declaration = { id: testId, variantId: variants[0]! };
  await expect(first.declareWinner(declaration)).rejects.toMatchObject({ code: 'CHANGED_MEANWHILE' });
  await see(1);
  const outcomes = await Promise.allSettled([
    first.declareWinner(declaration),
    second.declareWinner({ ...declaration, variantId: variants[1]! }),
  ]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const result = (await first.results()).find(({ id }) => id === testId)!;
  expect(result).toMatchObject({ status: 'completed', endedAt: expect.any(String) as string });
  expect((await as(null).running()).map(({ id }) => id)).not.toContain(testId);
  expect(await as(null).record(event('impression', randomUUID()))).toEqual({ counted: false });
});

test('a variant of another test wins nothing', async () => {
  await expect((await admin()).declareWinner({ id: testId, variantId: randomUUID() })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});
