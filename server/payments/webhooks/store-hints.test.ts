import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimHints } from './process-webhooks.ts';
import { type StorableHint, storeHints } from './store-hints.ts';
import { createWebhooksTestbed, type WebhooksTestbed } from './webhooks.testing.ts';

let bed: WebhooksTestbed;
beforeAll(async () => {
  bed = await createWebhooksTestbed();
  await bed.webhooks(false);
});
afterAll(() => bed.close());

const hint = (resourceId: string, isCreation = false): StorableHint => ({
  provider: 'sandbox-of-hints',
  topic: 'payment',
  resourceId,
  trust: 'verified',
  isCreation,
});
const store = (...hints: StorableHint[]) => storeHints(bed.context.lookups, bed.clock.now(), hints);
const stored = (resourceId: string) =>
  bed.db
    .selectFrom('webhookInbox')
    .select(['status', 'hits', 'trust'])
    .where('resourceId', '=', resourceId)
    .orderBy('id')
    .execute();

test('counts repeats of a resource in one row, within a batch and across batches', async () => {
  expect(await store(hint('a'), hint('b'), hint('a'))).toEqual([true, true, true]);
  expect(await stored('a')).toEqual([{ status: 'pending', hits: 2, trust: 'verified' }]);
  expect(await store(hint('a'))).toEqual([true]);
  expect(await stored('a')).toEqual([{ status: 'pending', hits: 3, trust: 'verified' }]);
  expect(await stored('b')).toEqual([{ status: 'pending', hits: 1, trust: 'verified' }]);
});

test('stores a hint that arrives during the processing of another one in a new row', async () => {
  const { order, paymentId } = await bed.pendingPix();
  const named = { ...hint(paymentId), provider: bed.context.provider.id };
  await store(named);
  await claimHints(bed.context, 100);
  await store(named);
  expect(order.id).toBeTruthy();
  expect(await stored(paymentId)).toMatchObject([{ status: 'processing' }, { status: 'pending' }]);
});

test('omits the creation of a payment that is stored with its order, but no other hint about it', async () => {
  const { paymentId } = await bed.pendingPix();
  const named = (isCreation: boolean) => ({
    ...hint(paymentId, isCreation),
    provider: bed.context.provider.id,
  });
  expect(await store(named(true), hint('unknown', true))).toEqual([false, true]);
  expect(await stored(paymentId)).toEqual([]);
  expect(await store(named(true), named(false))).toEqual([true, true]);
  expect(await stored(paymentId)).toMatchObject([{ status: 'pending', hits: 2 }]);
});

test('does not deadlock on batches of the same resources in opposite orders', async () => {
  const names = Array.from({ length: 40 }, (_, at) => hint(`same-${at}`));
  const rounds = Array.from({ length: 12 }, (_, at) => store(...(at % 2 ? names : names.toReversed())));
  expect((await Promise.all(rounds)).flat().every(Boolean)).toBe(true);
  expect(await stored('same-7')).toMatchObject([{ hits: 12 }]);
});
