import { createRouterClient } from '@orpc/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_PREFERENCES } from '@mare/domain/personalization/preferences.ts';
import { lockLimits, storeLimits } from '../accounts/limits/own-limits.queries.ts';
import { personIdOf } from '../accounts/persons/persons.queries.ts';
import { addBuyer, addRifa, createOrderTestbed } from '../orders/orders.testing.ts';
import { testContext } from '../platform/http/api.testing.ts';
import type { Platform } from '../platform/platform.ts';
import { recommendationsRoutes } from '../rifas/recommendations.routes.ts';
import { personalizationRoutes } from './personalization.routes.ts';

let bed: Awaited<ReturnType<typeof createOrderTestbed>>;
beforeAll(async () => {
  bed = await createOrderTestbed();
});
afterAll(() => bed.drop());

const clientOf = (userId: string | null, clock = bed.platform.clock) =>
  createRouterClient(
    { ...personalizationRoutes, ...recommendationsRoutes },
    {
      context: testContext({ ...bed.platform, clock } as unknown as Platform, userId ? { userId } : null),
    },
  );

async function addRifaForSale(
  title: string,
  daysUntilDraw: number,
  changes: { price?: string; status?: string } = {},
) {
  const id = await addRifa(bed.db, 100);
  const drawDate = new Date(bed.platform.clock.now().getTime() + daysUntilDraw * 86_400_000);
  await bed.db
    .updateTable('rifas')
    .set({ title, drawDate, ...changes })
    .where('id', '=', id)
    .execute();
  return id;
}

// @covers storefront 7: one rifa, active ones, recommendations, stats
test('recommends six rifas on sale within the price range, soonest draw first', async () => {
  for (const days of [9, 3, 7, 1, 5, 8, 2, 6]) await addRifaForSale(`em ${days}`, days);
  await addRifaForSale('passada', -1);
  await addRifaForSale('rascunho', 1, { status: 'draft' });
  await addRifaForSale('cara', 1, { price: '1000.01' });
  await addRifaForSale('no limite', 4, { price: '1000.00' });
  const client = clientOf(await addBuyer(bed.db));
  const titles = async (input: object) => (await client.recommendations(input)).map(({ title }) => title);
  expect(await titles({})).toEqual(['em 1', 'em 2', 'em 3', 'no limite', 'em 5', 'em 6']);
  expect(await titles({ minCentavos: 201, maxCentavos: 100_000 })).toEqual(['no limite']);
  expect(await titles({ minCentavos: 200, maxCentavos: 200 })).toHaveLength(6);
});

// @covers storefront 9: recommendations: 6 at most, kept 5 minutes, cotas of R$ 0 to R$ 1,000
//   [domain/personalization/recommendations.ts]
test('requires a signed-in user', async () => {
  await expect(clientOf(null).recommendations({})).rejects.toMatchObject({ code: 'NOT_AUTHENTICATED' });
  await expect(clientOf(null).mine()).rejects.toMatchObject({ code: 'NOT_AUTHENTICATED' });
  expect(await clientOf(await addBuyer(bed.db)).mine()).toEqual({ segment: 'new', block: null });
});

test('recommends nothing during a pause, and returns the pause', async () => {
  await addRifaForSale('à venda', 30);
  const userId = await addBuyer(bed.db);
  const now = bed.platform.clock.now();
  const pausedUntil = new Date(now.getTime() + 7 * 86_400_000);
  const personId = await personIdOf(bed.db, userId);
  const limits = await lockLimits(bed.db, personId, now);
  await storeLimits(bed.db, personId, { ...limits, pausedUntil }, now);
  expect(await clientOf(userId).recommendations({})).toEqual([]);
  const block = { reason: 'paused', until: pausedUntil.toISOString() };
  expect(await clientOf(userId).mine()).toMatchObject({ block });
  const later = clientOf(userId, { now: () => pausedUntil });
  expect(await later.mine()).toMatchObject({ block: null });
  expect((await later.recommendations({})).map(({ title }) => title)).toContain('à venda');
});

// @covers storefront 3: personal preferences: categories, price range 0 to 1000, 19:00, weekly, auto; kept and
//   obeyed by recommendations, offers and colours; 'Preferências salvas!'
test('saves preferences and uses them as defaults', async () => {
  const mine = clientOf(await addBuyer(bed.db));
  const { preferences, saved } = await mine.preferences();
  expect({ preferences, saved }).toEqual({ preferences: DEFAULT_PREFERENCES, saved: false });
  const service = await addRifaForSale('massagem', 1, { price: '3.00' });
  await bed.db
    .insertInto('rifaPrizes')
    .values({
      rifaId: service,
      name: 'Massagem',
      position: 1,
      prizeType: 'service',
      serviceCity: 'Maceió',
      serviceType: 'spa',
    })
    .execute();
  const chosen = {
    ...preferences,
    minCentavos: 300,
    maxCentavos: 400,
    favoriteCategories: ['service' as const],
  };
  await mine.savePreferences(chosen);
  await mine.savePreferences({ ...chosen, theme: 'dark' });
  expect(await mine.preferences()).toEqual({ preferences: { ...chosen, theme: 'dark' }, saved: true });
  expect((await mine.recommendations({})).map(({ id }) => id)).toEqual([service]);
  await mine.savePreferences({ ...chosen, favoriteCategories: ['product'] });
  expect(await mine.recommendations({})).toEqual([]);
  for (const invalid of [
    { minCentavos: 500 },
    { notificationTime: '24:00' },
    { frequency: 'never' as 'daily' },
  ])
    await expect(mine.savePreferences({ ...chosen, ...invalid })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
});
