/** Hints while the database, the provider or a worker fails. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectKysely, connectPool } from '@mare/database/connection/connect.ts';
import { createPaymentsRoutes } from '../payments.routes.ts';
import { areWebhooksDone, until, processWebhooks } from '../payments.testing.ts';
import { claimHints, processHint, renewHintLeases } from './process-webhooks.ts';
import { enqueueHint } from './receive-webhook.ts';
import { createWebhooksTestbed, type WebhooksTestbed } from './webhooks.testing.ts';

let bed: WebhooksTestbed;
beforeAll(async () => {
  bed = await createWebhooksTestbed();
});
afterAll(() => bed.close());

/** Waits until no hint is being processed, so that only this test processes hints. */
function waitUntilIdle(): Promise<void> {
  return until(() => areWebhooksDone(bed));
}

test('responds with a retryable error while the database is down', async () => {
  const { order, paymentId } = await bed.pendingPix();
  await bed.webhooks(false);
  await bed.transition(paymentId, 'approve');
  await bed.webhooks(true);
  const { path, init } = bed.signedDelivery(paymentId);
  const gone = connectPool({ url: 'postgres://nobody@127.0.0.1:1/none', max: 1 });
  const broken = createPaymentsRoutes({ ...bed.context, lookups: connectKysely(gone) }, () => undefined);
  broken.onError((_error, c) => c.body(null, 500));
  expect((await broken.request(path, init)).status).toBe(500);
  await gone.end();
  expect((await fetch(bed.origin + path, init)).status).toBe(200);
  await until(async () => (await bed.status(order.id)) === 'paid');
});

test('reads a payment again when a hint arrives during its read', async () => {
  const { paymentId } = await bed.pendingPix();
  await waitUntilIdle();
  const before = (await bed.inbox(paymentId)).length;
  let reads = 0;
  const hint = { provider: 'sandbox', topic: 'payment', resourceId: paymentId, trust: 'verified' } as const;
  const provider = {
    ...bed.context.provider,
    readHinted: async (...asked: Parameters<typeof bed.context.provider.readHinted>) => {
      reads += 1;
      if (reads === 1) await enqueueHint(bed.context, hint);
      return bed.context.provider.readHinted(...asked);
    },
  };
  await enqueueHint(bed.context, hint);
  await processWebhooks({ ...bed.context, provider });
  expect(reads).toBe(2);
  expect((await bed.inbox(paymentId)).slice(before).map((row) => row.status)).toEqual(['done', 'done']);
});

test('resumes a hint in another worker after a crash between read and apply', async () => {
  const { order, paymentId } = await bed.pendingPix();
  await bed.webhooks(false);
  await waitUntilIdle();
  await bed.transition(paymentId, 'approve');
  await enqueueHint(bed.context, {
    provider: 'sandbox',
    topic: 'payment',
    resourceId: paymentId,
    trust: 'verified',
  });
  const dead = await claimHints(bed.context, 1);
  bed.clock.advance(7);
  await renewHintLeases(bed.context, dead);
  bed.clock.advance(7);
  await processWebhooks(bed.context);
  expect(await bed.status(order.id)).toBe('pending');
  bed.clock.advance(3);
  await processWebhooks(bed.context);
  expect(await bed.status(order.id)).toBe('paid');
  await renewHintLeases(bed.context, dead);
  const hint = (await bed.inbox(paymentId)).find(({ id }) => id === dead[0]!.id);
  expect(hint).toMatchObject({ status: 'done', attempts: 2, leasedUntil: null });
  await bed.webhooks(true);
});

test('retries an unreadable hint for hours, then marks it for admin review', async () => {
  await bed.webhooks(false);
  await waitUntilIdle();
  await enqueueHint(bed.context, {
    provider: 'sandbox',
    topic: 'payment',
    resourceId: '123',
    trust: 'verified',
  });
  for (const seconds of [0, 5, 30, 120, 600, 3_600, 21_600]) {
    bed.clock.advance(seconds);
    await processWebhooks(bed.context);
  }
  expect(await bed.inbox('123')).toMatchObject([{ status: 'dead', attempts: 7, lastError: 'not_found' }]);
  await bed.webhooks(true);
});

test('does not finish a hint in a slow worker after another one took it over', async () => {
  await bed.webhooks(false);
  const { order, paymentId } = await bed.pendingPix();
  await bed.db.deleteFrom('webhookInbox').execute();
  const named = { provider: 'sandbox', topic: 'payment', resourceId: paymentId } as const;
  await enqueueHint(bed.context, { ...named, trust: 'verified' });
  const slow = Promise.withResolvers<void>();
  const [hint] = await claimHints(bed.context, 1);
  const { provider } = bed.context;
  const stale = processHint(
    {
      ...bed.context,
      provider: {
        ...provider,
        readHinted: (topic, id) => slow.promise.then(() => provider.readHinted(topic, id)),
      },
    },
    hint!,
  );
  bed.clock.advance(61);
  const [again] = await claimHints(bed.context, 1);
  expect(again).toMatchObject({ id: hint!.id, attempts: 2 });
  slow.resolve();
  await stale;
  expect(await bed.inbox(paymentId)).toMatchObject([{ status: 'processing', attempts: 2 }]);
  await processHint(bed.context, again!);
  expect(await bed.inbox(paymentId)).toMatchObject([{ status: 'done' }]);
  expect(await bed.status(order.id)).toBe('pending');
  await bed.webhooks(true);
});
