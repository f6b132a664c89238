import { randomUUID } from 'node:crypto';
import { createRouterClient } from '@orpc/server';
import { decodeJwt, importJWK, jwtVerify } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openAuth } from '../../accounts/auth.ts';
import { readAuthSettings } from '../../accounts/auth-settings.ts';
import { endSessions } from '../../accounts/sessions/end-sessions.ts';
import { raiseSession } from '../../accounts/sessions/raise-session.ts';
import { openVault } from '../../platform/vault.ts';
import { sendCartReminders } from '../../cart/abandonment/send-cart-reminders.job.ts';
import { trackCart } from '../../cart/abandonment/track-cart.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../../payments/payments.testing.ts';
import { allow } from '../../personalization/consent/consent.testing.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import { ForbiddenEndpoint, post, postPush, type PostPush } from './post-push.ts';
import { readPushKeys } from './push-keys.ts';
import { addSession, newBrowser, startPushService } from './push.testing.ts';
import { pushRoutes } from './push.routes.ts';
import { createPushChannel } from './push-channel.ts';
import { subscribePush } from './subscribe-push.ts';
import { type Push, queuePush } from './queue-push.ts';
import { deliverOutbox } from '../../mail/outbox/outbox.testing.ts';

let bed: PaymentsTestbed;
let service: Awaited<ReturnType<typeof startPushService>>;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
  // Runs before anything reads the keys with this machine's secret.
  await keys();
});
afterAll(() => bed.close());
beforeEach(async () => {
  service = await startPushService();
});
afterEach(() => service.stop());

const vault = () => openVault('a secret for tests that is long enough', bed.platform.random);
const keys = () => readPushKeys(bed.platform, vault);
/** Like production, but allows this machine. */
const postLocally: PostPush = (request) => post(request, () => true, ['http:']);
const deliver = (post: PostPush = postLocally) =>
  deliverOutbox(bed.platform, { push: createPushChannel({ ...bed.platform, post, keys }) });
const queue = (push: Push) => bed.db.transaction().execute((trx) => queuePush(trx, bed.platform, push));
const send = async (push: Push, post: PostPush = postLocally) => {
  await queue(push);
  await deliver(post);
};
const clientOf = (userId: string) =>
  createRouterClient(pushRoutes, {
    context: async () => testContext(bed.platform, await addSession(bed.platform, userId)),
  });

/** A buyer with a browser subscribed at the test's push service. */
async function addSubscription(userId: string, session?: { userId: string; sessionId: string }) {
  const browser = newBrowser();
  const endpoint = `https://push.example/${randomUUID()}`;
  const caller = session ?? (await addSession(bed.platform, userId));
  await subscribePush(bed.platform, caller, { endpoint, p256dh: browser.p256dh, auth: browser.auth });
  const localEndpoint = endpoint.replace('https://push.example', service.origin);
  await bed.db
    .updateTable('pushSubscriptions')
    .set({ endpoint: localEndpoint })
    .where('endpoint', '=', endpoint)
    .execute();
  return { ...browser, endpoint: localEndpoint };
}

const createPush = (userId: string): Push => ({
  userId,
  topic: 'draw',
  title: 'Saiu o resultado',
  message: 'Veja quem ganhou a moto. Ação, coração.',
  href: '/resultado/1',
  deduplicationKey: randomUUID(),
});
const readActiveFlags = async (userId: string) =>
  (await bed.db.selectFrom('pushSubscriptions').select('active').where('userId', '=', userId).execute()).map(
    ({ active }) => active,
  );

// @covers storefront 4: push messages that only the browser can read (RFC 8291), signed (RFC 8292), to public
//   addresses alone [server/notifications/push/post-push.ts]
test('encrypts messages for the browser and signs them with VAPID', async () => {
  const userId = await bed.buyer();
  const browser = await addSubscription(userId);
  const push = createPush(userId);
  await send(push);
  expect(service.received).toHaveLength(1);
  const { headers, body } = service.received[0]!;
  expect(browser.read(body)).toEqual({
    title: push.title,
    body: push.message,
    href: push.href,
    tag: push.deduplicationKey,
  });
  expect(body.toString('latin1')).not.toContain('resultado');
  expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' });
  const [, token, key] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization!)!;
  const { publicKey } = await clientOf(userId).pushKey();
  expect(key).toBe(publicKey);
  const point = Buffer.from(publicKey, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  await jwtVerify(token!, await importJWK(jwk, 'ES256'), { audience: service.origin });
  expect(decodeJwt(token!).sub).toMatch(/^mailto:.+@/);
});

test('sends to each browser once under concurrent workers', async () => {
  const userId = await bed.buyer();
  for (let browsers = 0; browsers < 3; browsers++) await addSubscription(userId);
  const push = createPush(userId);
  await Promise.all([1, 2, 3, 4].map(() => send(push)));
  await send(push);
  expect(new Set(service.received.map(({ path }) => path)).size).toBe(3);
  expect(service.received).toHaveLength(3);
});

test('after a worker crash, sends again under the same tag, which replaces the first', async () => {
  const userId = await bed.buyer();
  const browser = await addSubscription(userId);
  const push = createPush(userId);
  const posted = Promise.withResolvers<void>();
  const dying: PostPush = async (request) => {
    await postLocally(request);
    posted.resolve();
    return new Promise(() => undefined);
  };
  await queue(push);
  const diedAt = bed.clock.now();
  const dead = { ...bed.platform, clock: { now: () => diedAt } };
  void deliverOutbox(dead, { push: createPushChannel({ ...dead, post: dying, keys }) });
  await posted.promise;
  await deliver();
  expect(service.received).toHaveLength(1);
  bed.clock.advance(60);
  await deliver();
  const tags = service.received.map(({ body }) => (browser.read(body) as { tag: string }).tag);
  expect(tags).toEqual([push.deduplicationKey, push.deduplicationKey]);
});

test.each([404, 410])('removes a subscription after status %i', async (status) => {
  const userId = await bed.buyer();
  await addSubscription(userId);
  service.answer(status);
  await send(createPush(userId));
  expect(await readActiveFlags(userId)).toEqual([]);
});

test.each([429, 500, 503])('retries after status %i', async (status) => {
  const userId = await bed.buyer();
  await addSubscription(userId);
  const push = createPush(userId);
  service.answer(status);
  await send(push);
  service.answer(201);
  bed.clock.advance(5);
  await deliver();
  expect(service.received).toHaveLength(2);
  expect(await readActiveFlags(userId)).toEqual([true]);
});

// @covers storefront 3: push_subscriptions: user_id, endpoint, keys, active
//   [server/notifications/push/subscribe-push.ts]
// @covers storefront 4: push: active on subscribing, not on unsubscribing; browsers that took their leave are
//   forgotten [server/notifications/push/push-channel.ts]
test('sends nothing after unsubscribing, until subscribing again', async () => {
  const userId = await bed.buyer();
  const { endpoint, p256dh, auth } = await addSubscription(userId);
  await clientOf(userId).unsubscribePush({ endpoint });
  expect(await readActiveFlags(userId)).toEqual([false]);
  await send(createPush(userId));
  expect(service.received).toEqual([]);
  const otherUser = await bed.buyer();
  await clientOf(otherUser).unsubscribePush({ endpoint });
  const fresh = { endpoint: 'https://push.example/again', p256dh, auth };
  await clientOf(userId).subscribePush(fresh);
  await clientOf(otherUser).subscribePush(fresh);
  expect(await readActiveFlags(userId)).toEqual([false]);
  expect(await readActiveFlags(otherUser)).toEqual([true]);
});

test('sends nothing to a browser whose session has ended, not even what was queued', async () => {
  const userId = await bed.buyer();
  const [here, there] = [await addSession(bed.platform, userId), await addSession(bed.platform, userId)];
  const { endpoint } = await addSubscription(userId, here);
  await addSubscription(userId, there);
  await queue(createPush(userId));
  await endSessions(bed.platform, here, 'others');
  await send(createPush(userId));
  expect(service.received.map(({ path }) => `${service.origin}${path}`)).toEqual([endpoint, endpoint]);
  await endSessions(bed.platform, here, 'local');
  const { p256dh, auth } = newBrowser();
  expect(await subscribePush(bed.platform, here, { endpoint, p256dh, auth })).toBe(false);
  expect(await readActiveFlags(userId)).toEqual([]);
});

test('keeps the subscription of a session that rises to the second factor', async () => {
  const userId = await bed.buyer();
  const session = await addSession(bed.platform, userId);
  await addSubscription(userId, session);
  const auth = openAuth(bed.platform, readAuthSettings({}, bed.platform.config));
  const raised = await bed.db
    .transaction()
    .execute((trx) => raiseSession(auth, trx, session.sessionId, { method: 'totp', factorId: null }));
  expect(raised.ok).toBe(true);
  expect(await readActiveFlags(userId)).toEqual([true]);
});

test('generates the keys once and stores them sealed', async () => {
  const row = await bed.db.selectFrom('pushKeys').selectAll().executeTakeFirstOrThrow();
  const { publicKey, privateKey } = await keys();
  expect(row.publicKey).toBe(publicKey);
  expect(row.privateKey.toString('latin1')).not.toContain(privateKey);
  expect(Buffer.from(privateKey, 'base64url')).toHaveLength(32);
});

describe('SSRF protection', () => {
  test.each([
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/x',
    'http://push.example/x',
  ])('rejects a request to %s', async (endpoint) => {
    await expect(postPush({ endpoint, headers: {}, body: Buffer.alloc(0) })).rejects.toBeInstanceOf(
      ForbiddenEndpoint,
    );
  });

  test('removes a subscription with a forbidden endpoint', async () => {
    const userId = await bed.buyer();
    await addSubscription(userId);
    await send(createPush(userId), postPush);
    expect(service.received).toEqual([]);
    expect(await readActiveFlags(userId)).toEqual([]);
  });

  test.each([
    'http://push.example/x',
    'https://push.example:8443/x',
    'https://eu:senha@push.example/x',
    'ftp://x/y',
    '',
  ])('rejects a subscription to %s', async (endpoint) => {
    const { p256dh, auth } = newBrowser();
    await expect(clientOf(await bed.buyer()).subscribePush({ endpoint, p256dh, auth })).rejects.toMatchObject(
      {
        code: 'BAD_REQUEST',
      },
    );
  });

  test('skips a subscription with an invalid key', async () => {
    const userId = await bed.buyer();
    await clientOf(userId).subscribePush({
      endpoint: 'https://push.example/no-key',
      p256dh: `B${'A'.repeat(86)}`,
      auth: 'A'.repeat(22),
    });
    await send(createPush(userId));
    expect(await readActiveFlags(userId)).toEqual([]);
  });
});

test('reminds of an abandoned cart after 30 minutes on every browser', async () => {
  const userId = await bed.buyer();
  await allow(bed.db, userId);
  const browser = await addSubscription(userId);
  await trackCart(bed.platform, userId, [{ rifaId: await bed.rifa(), quantity: 3 }]);
  bed.clock.advance(31 * 60);
  await Promise.all([1, 2].map(() => sendCartReminders(bed.platform)));
  await deliver();
  expect(service.received).toHaveLength(1);
  expect(browser.read(service.received[0]!.body)).toMatchObject({
    title: 'Você esqueceu alguns números!',
    href: '/checkout',
  });
});
