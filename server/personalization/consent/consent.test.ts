import { createRouterClient } from '@orpc/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  MAX_INTERACTIONS_PER_BATCH,
  INTERACTION_RETENTION_DAYS,
  type InteractionType,
} from '@mare/domain/personalization/interactions.ts';
import { recordEvent } from '../../experiments/record-event.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../../payments/payments.testing.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import { addSession, newBrowser } from '../../notifications/push/push.testing.ts';
import { queuePush } from '../../notifications/push/queue-push.ts';
import { subscribePush } from '../../notifications/push/subscribe-push.ts';
import { purgeCarts } from '../../cart/abandonment/purge-carts.ts';
import { createConsentRoutes } from './consent.routes.ts';
import { allow } from './consent.testing.ts';
import { purgeInteractions } from './purge-interactions.ts';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
});
afterAll(() => bed.close());

const clientOf = (userId: string, role: 'buyer' | 'admin' = 'buyer') =>
  createRouterClient(createConsentRoutes(purgeCarts), {
    context: testContext(bed.platform, { userId, role }),
  });
const createViews = (type: InteractionType, count = 1) =>
  Array.from({ length: count }, () => ({ type, path: '/rifa' }));
const choices = { measurement: true, marketing: false, textVersion: 1 };
const readInteractions = (userId: string) =>
  bed.db
    .selectFrom('customerInteractions')
    .select(['interactionType', 'interactionData', 'source'])
    .where('userId', '=', userId)
    .execute();

// @covers storefront 3: consent to measurement and reminders is asked for, stored with time and text, and can be
//   changed: 'Só o necessário', 'Escolher', 'Salvar escolhas', 'Escolhas de privacidade'
test('stores every choice with time and text version, and applies the latest', async () => {
  const userId = await bed.buyer();
  expect(await clientOf(userId).consent()).toEqual({ consent: null });
  await clientOf(userId).saveConsent(choices);
  const last = await clientOf(userId).saveConsent({ ...choices, marketing: true });
  expect(last).toMatchObject({ measurement: true, marketing: true, textVersion: 1 });
  expect(await clientOf(userId).consent()).toEqual({ consent: last });
  const rows = await bed.db.selectFrom('consents').select('marketing').where('userId', '=', userId).execute();
  expect(rows.map(({ marketing }) => marketing)).toEqual([false, true]);
  await expect(clientOf(userId).saveConsent({ ...choices, textVersion: 99 })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  });
});

test('never replaces the account’s choice by one from before sign-in', async () => {
  const userId = await bed.buyer();
  const refused = await clientOf(userId).saveConsent({ ...choices, measurement: false });
  const allConsents = { measurement: true, marketing: true, textVersion: 1, adopt: true };
  expect(await clientOf(userId).saveConsent(allConsents)).toEqual(refused);
  expect(await clientOf(userId).consent()).toEqual({ consent: refused });
  const newcomer = await bed.buyer();
  const adopted = await Promise.all([
    clientOf(newcomer).saveConsent(allConsents),
    clientOf(newcomer).saveConsent({ ...allConsents, marketing: false }),
  ]);
  expect(adopted[0]).toEqual(adopted[1]);
});

test('drops the cart reminders that were queued before marketing was refused', async () => {
  const userId = await bed.buyer();
  const { p256dh, auth } = newBrowser();
  await subscribePush(bed.platform, await addSession(bed.platform, userId), {
    endpoint: `https://push.invalid/${userId}`,
    p256dh,
    auth,
  });
  const push = (deduplicationKey: string) =>
    bed.db.transaction().execute((trx) =>
      queuePush(trx, bed.platform, {
        userId,
        topic: 'campaign',
        title: 'O carrinho espera',
        message: 'Faltou pagar.',
        href: '/carrinho',
        deduplicationKey,
      }),
    );
  await push(`abandoned-cart:${userId}`);
  await push(`draw:${userId}`);
  await clientOf(userId).saveConsent({ ...choices, marketing: true });
  const states = async () => {
    const rows = await bed.db
      .selectFrom('outbox')
      .select(['state', 'content'])
      .where('key', 'like', `%${userId}%`)
      .orderBy('key')
      .execute();
    return rows.map(({ state, content }) => [state, content !== null]);
  };
  expect(await states()).toEqual([
    ['waiting', true],
    ['waiting', true],
  ]);
  await clientOf(userId).saveConsent({ ...choices, marketing: false });
  expect(await states()).toEqual([
    ['skipped', false],
    ['waiting', true],
  ]);
});

// @covers storefront 3: customer_interactions: user_id, type, data, source web; batched, bounded, only with leave
//   [server/personalization/consent/track-behaviour.ts, web/app/personalization/consent/beacon.ts]
test('records behaviour only while consent is given', async () => {
  const userId = await bed.buyer();
  expect(await clientOf(userId).track({ events: createViews('rifa_view') })).toEqual({ saved: 0 });
  await clientOf(userId).saveConsent(choices);
  expect(await clientOf(userId).track({ events: createViews('rifa_view', 2) })).toEqual({ saved: 2 });
  await clientOf(userId).saveConsent({ ...choices, measurement: false });
  expect(await clientOf(userId).track({ events: createViews('rifa_view') })).toEqual({ saved: 0 });
  expect(await readInteractions(userId)).toEqual(
    Array.from({ length: 2 }, () => ({
      interactionType: 'rifa_view',
      interactionData: { path: '/rifa' },
      source: 'web',
    })),
  );
});

test('limits the size and rate of batches', async () => {
  const userId = await bed.buyer();
  await allow(bed.db, userId);
  const person = clientOf(userId);
  await expect(
    person.track({ events: createViews('page_view', MAX_INTERACTIONS_PER_BATCH + 1) }),
  ).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  });
  for (let batch = 0; batch < 30; batch++) await person.track({ events: createViews('page_view') });
  await expect(person.track({ events: createViews('page_view') })).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
  });
});

test('rejects a beacon without a valid token', async () => {
  const visitor = createRouterClient(createConsentRoutes(purgeCarts), {
    context: testContext(bed.platform, null),
  });
  for (const token of [undefined, '', 'x.y.z'])
    await expect(visitor.track({ token, events: createViews('page_view') })).rejects.toMatchObject({
      code: 'NOT_AUTHENTICATED',
    });
});

// @covers storefront 3: ab_test_events once a session; the person only with leave
test('links A/B events to a user only with consent', async () => {
  const { id: testId } = await bed.db
    .insertInto('abTests')
    .values({ key: 'quem-e', name: 'Quem é' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: variantId } = await bed.db
    .insertInto('abTestVariants')
    .values({ testId, name: 'A', position: 1, trafficPercentage: 100 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const [undecided, consenting] = [await bed.buyer(), await bed.buyer()];
  await allow(bed.db, consenting);
  const event = { testId, variantId, eventType: 'impression' as const };
  for (const userId of [undecided, consenting])
    expect(await recordEvent(bed.platform, { ...event, userId, sessionId: userId })).toBe(true);
  const rows = await bed.db
    .selectFrom('abTestEvents')
    .select(['sessionId', 'userId'])
    .where('testId', '=', testId)
    .execute();
  expect(new Map(rows.map((row) => [row.sessionId, row.userId]))).toEqual(
    new Map([
      [undecided, null],
      [consenting, consenting],
    ]),
  );
});

test('purges old interactions and keeps staff notes', async () => {
  await bed.db.deleteFrom('customerInteractions').execute();
  const userId = await bed.buyer();
  await allow(bed.db, userId);
  await clientOf(userId).track({
    events: [...createViews('page_view', 3), ...createViews('rifa_view', 2), ...createViews('add_to_cart')],
  });
  await bed.db
    .insertInto('customerInteractions')
    .values({
      userId,
      interactionType: 'support_note',
      interactionData: '{}',
      source: 'admin_panel',
      createdAt: bed.clock.now(),
    })
    .execute();
  await purgeInteractions(bed.platform);
  expect(await readInteractions(userId)).toHaveLength(7);
  bed.clock.advance((INTERACTION_RETENTION_DAYS + 1) * 86_400);
  await purgeInteractions(bed.platform);
  expect((await readInteractions(userId)).map(({ source }) => source)).toEqual(['admin_panel']);
});
