/** Push subscriptions from before migration 1262, which name no session. */
import { randomUUID } from 'node:crypto';
import { createRouterClient } from '@orpc/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAuth } from '../../accounts/auth.ts';
import { readAuthSettings } from '../../accounts/auth-settings.ts';
import { endSessions } from '../../accounts/sessions/end-sessions.ts';
import { raiseSession } from '../../accounts/sessions/raise-session.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../../payments/payments.testing.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import { addSession, newBrowser } from './push.testing.ts';
import { pushRoutes } from './push.routes.ts';
import { subscribePush } from './subscribe-push.ts';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
});
afterAll(() => bed.close());

type Session = Awaited<ReturnType<typeof addSession>>;

/** Started this many hours before the subscription of `addFormer`. */
async function startSession(userId: string, hours: number): Promise<Session> {
  const session = await addSession(bed.platform, userId);
  const createdAt = new Date(bed.clock.now().getTime() - hours * 3_600_000);
  await bed.db.updateTable('auth.sessions').set({ createdAt }).where('id', '=', session.sessionId).execute();
  return session;
}

async function addFormer(session: Session): Promise<string> {
  const { p256dh, auth } = newBrowser();
  const endpoint = `https://push.example/${randomUUID()}`;
  await subscribePush(bed.platform, session, { endpoint, p256dh, auth });
  await bed.db
    .updateTable('pushSubscriptions')
    .set({ sessionId: null })
    .where('endpoint', '=', endpoint)
    .execute();
  return endpoint;
}

const isStored = async (endpoint: string) =>
  (await bed.db
    .selectFrom('pushSubscriptions')
    .select('id')
    .where('endpoint', '=', endpoint)
    .executeTakeFirst()) !== undefined;
const confirm = async (session: Session, endpoint: string) => {
  const client = createRouterClient(pushRoutes, { context: testContext(bed.platform, session) });
  return (await client.confirmPush({ endpoint })).subscribed;
};

test('ends with each session that may have made it, and with no later one', async () => {
  const userId = await bed.buyer();
  const [one, other, stranger] = [
    await startSession(userId, 2),
    await startSession(userId, 1),
    await startSession(await bed.buyer(), 2),
  ];
  const [endpoint, foreign] = [await addFormer(one), await addFormer(stranger)];
  const later = await startSession(userId, -1);
  await endSessions(bed.platform, later, 'local');
  expect(await isStored(endpoint)).toBe(true);
  await endSessions(bed.platform, other, 'local');
  expect(await isStored(endpoint)).toBe(false);
  expect(await isStored(foreign)).toBe(true);
});

test('stays when a session goes on under another id', async () => {
  const session = await startSession(await bed.buyer(), 2);
  const endpoint = await addFormer(session);
  const auth = openAuth(bed.platform, readAuthSettings({}, bed.platform.config));
  const raised = await bed.db
    .transaction()
    .execute((trx) => raiseSession(auth, trx, session.sessionId, { method: 'totp', factorId: null }));
  expect(raised.ok).toBe(true);
  expect(await isStored(endpoint)).toBe(true);
});

test('belongs to the session whose browser confirms it', async () => {
  const userId = await bed.buyer();
  const [here, there] = [await startSession(userId, 2), await startSession(userId, 2)];
  const endpoint = await addFormer(here);
  expect(await confirm(await startSession(await bed.buyer(), 2), endpoint)).toBe(false);
  expect(await confirm(here, endpoint)).toBe(true);
  await endSessions(bed.platform, there, 'local');
  expect(await confirm(here, endpoint)).toBe(true);
  await endSessions(bed.platform, here, 'local');
  expect(await isStored(endpoint)).toBe(false);
  expect(await confirm(here, endpoint)).toBe(false);
  expect(await confirm(await startSession(userId, 0), endpoint)).toBe(false);
});
