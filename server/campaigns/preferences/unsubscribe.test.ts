import { call } from '@orpc/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliverOutbox } from '../../mail/outbox/outbox.testing.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import { confirmNewsletter } from '../subscribe-newsletter.ts';
import { createOneClickRoutes } from './one-click.routes.ts';
import { emailPreferencesRoutes } from './preferences.routes.ts';
import { ALL_ON, createPreferencesTestbed, KINDS, type PreferencesTestbed } from './preferences.testing.ts';
import { sendUnsubscribeLinkJob } from './send-unsubscribe-link.job.ts';

let bed: PreferencesTestbed;
beforeAll(async () => {
  bed = await createPreferencesTestbed();
});
afterAll(() => bed.close());

test('unsubscribes a signed-in owner from everything at once', async () => {
  const { email, userId, options } = await bed.newPerson();
  const response = await call(emailPreferencesRoutes.requestUnsubscribe, { email }, options);
  expect(response).toEqual({ done: true });
  expect(await bed.findAllowedKinds(email)).toEqual(['essential']);
  const row = await bed.db
    .selectFrom('emailPreferences')
    .select('unsubscribedAt')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  expect(row.unsubscribedAt).toBeInstanceOf(Date);
});

test('responds to an unsubscribe request alike for known and unknown addresses, and mails only known ones', async () => {
  const { email } = await bed.newPerson();
  const unknown = bed.newEmail();
  const responses = [];
  for (const address of [email, unknown])
    responses.push(
      await call(emailPreferencesRoutes.requestUnsubscribe, { email: address }, bed.visitorOptions()),
    );
  expect(responses[0]).toEqual(responses[1]);
  expect(await bed.findAllowedKinds(email)).toEqual([...KINDS]);
  const { mailer, sent } = bed.newMailer();
  const deps = { ...bed.platform, mailer };
  await sendUnsubscribeLinkJob.handle(deps, { email: unknown });
  await deliverOutbox(deps);
  expect(sent).toEqual([]);
  const token = await bed.readUnsubscribeToken(email);
  const ended = await call(emailPreferencesRoutes.unsubscribe, { token }, bed.visitorOptions());
  expect(ended).toEqual({ scope: 'everything' });
  expect(await bed.findAllowedKinds(email)).toEqual(['essential']);
});

test('keeps a subscriber without an account unsubscribed until they subscribe again', async () => {
  const email = bed.newEmail();
  await bed.subscribeAndConfirm(email);
  const token = await bed.readUnsubscribeToken(email);
  for (let time = 0; time < 2; time++)
    await call(emailPreferencesRoutes.unsubscribe, { token }, bed.visitorOptions());
  expect(await bed.findAllowedKinds(email)).toEqual(['essential']);
  await bed.subscribeAndConfirm(email);
  expect(await bed.findAllowedKinds(email)).toEqual(['essential', 'weeklyNewsletter']);
});

test('subscribing again switches on only the newsletter of an address that gets an account later', async () => {
  const email = bed.newEmail();
  await bed.subscribeAndConfirm(email);
  const token = await bed.readUnsubscribeToken(email);
  await call(emailPreferencesRoutes.unsubscribe, { token }, bed.visitorOptions());
  await bed.subscribeAndConfirm(email);
  const { userId } = await bed.newPerson();
  await bed.db.updateTable('auth.users').set({ email }).where('id', '=', userId).execute();
  expect(await bed.findAllowedKinds(email)).toEqual(['essential', 'weeklyNewsletter']);
});

test('unsubscribing ends the link that confirmed the newsletter', async () => {
  const email = bed.newEmail();
  const confirmation = await bed.subscribeAndConfirm(email);
  const token = await bed.readUnsubscribeToken(email);
  await call(emailPreferencesRoutes.unsubscribe, { token }, bed.visitorOptions());
  expect(await confirmNewsletter(bed.platform, confirmation)).toBeNull();
  expect(await bed.findAllowedKinds(email)).toEqual(['essential']);
});

test('switches on only the newsletter when an account subscribes again', async () => {
  const { email, options } = await bed.newPerson();
  await call(emailPreferencesRoutes.requestUnsubscribe, { email }, options);
  expect(await bed.findAllowedKinds(email)).toEqual(['essential']);
  await bed.subscribeAndConfirm(email);
  expect(await bed.findAllowedKinds(email)).toEqual(['essential', 'weeklyNewsletter']);
});

test('keeps a suppression after sign-up until preferences are saved', async () => {
  const person = await bed.newPerson();
  const email = bed.newEmail();
  const caller = { context: testContext(bed.platform, { userId: person.userId, email }) };
  await call(emailPreferencesRoutes.requestUnsubscribe, { email }, caller);
  await bed.db.updateTable('auth.users').set({ email }).where('id', '=', person.userId).execute();
  expect(await bed.findAllowedKinds(email)).toEqual(['essential']);
  await call(emailPreferencesRoutes.savePreferences, ALL_ON, caller);
  expect(await bed.findAllowedKinds(email)).toEqual([...KINDS]);
});

// @covers community 5: unsubscribing asks for an e-mail, and for its owner's consent
test.each(['', 'x', 'a.b', 'a.b.c', '💥.é', `${'a'.repeat(900)}.b`])(
  'ignores an unsigned link: %s',
  async (token) => {
    await expect(
      call(emailPreferencesRoutes.unsubscribe, { token: token || '.' }, bed.visitorOptions()),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const response = await createOneClickRoutes(bed.platform).request(
      `/email-preferences/cancelar?token=${encodeURIComponent(token)}`,
      { method: 'POST' },
    );
    expect(response.status).toBe(404);
  },
);

test('rejects a link tampered to another address', async () => {
  const [owner, victim] = [await bed.newPerson(), await bed.newPerson()];
  const [, signature] = (await bed.readUnsubscribeToken(owner.email)).split('.');
  const body = Buffer.from(JSON.stringify([victim.email, 'everything'])).toString('base64url');
  const token = `${body}.${signature}`;
  await expect(
    call(emailPreferencesRoutes.unsubscribe, { token }, bed.visitorOptions()),
  ).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  expect(await bed.findAllowedKinds(victim.email)).toEqual([...KINDS]);
});
