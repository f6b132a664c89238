import { call } from '@orpc/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addBuyer } from '../../orders/orders.testing.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../../payments/payments.testing.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import type { Mail, MailKind } from '../../platform/messages/mail.ts';
import { campaignsRoutes } from '../campaigns.routes.ts';
import { confirmNewsletter, subscribeNewsletter } from '../subscribe-newsletter.ts';
import { deliverOutbox } from '../../mail/outbox/outbox.testing.ts';
import { hasSpendingBlock } from '../../accounts/limits/read-own-limits.ts';
import { canSendMail } from '../../mail/can-send-mail.ts';
import { composeMailer } from '../../composition/compose-mailer.ts';
import { createOneClickRoutes } from './one-click.routes.ts';
import { emailPreferencesRoutes } from './preferences.routes.ts';
import { sendUnsubscribeLinkJob } from './send-unsubscribe-link.job.ts';

const KINDS = ['essential', 'transactional', 'weeklyNewsletter', 'marketing', 'promotional'] as const;
const ALL_ON = {
  transactionalEmails: true,
  weeklyNewsletter: true,
  marketingEmails: true,
  promotionalEmails: true,
};

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
  await bed.platform.jobs.prepare([sendUnsubscribeLinkJob]);
});
afterAll(() => bed.close());

async function newPerson() {
  const userId = await addBuyer(bed.db);
  const email = `${userId}@exemplo.com.br`;
  return { userId, email, as: { context: testContext(bed.platform, { userId, email }) } };
}

const newEmail = () => `${bed.platform.random.uuid()}@exemplo.com.br`;
const visitor = () => ({ context: testContext(bed.platform) });

/** Kinds of mail that may be sent to the e-mail address. */
async function wanted(email: string): Promise<MailKind[]> {
  const responses = await Promise.all(
    KINDS.map(async (kind) =>
      (await canSendMail(bed.db, bed.platform, { email }, kind, hasSpendingBlock)) ? [kind] : [],
    ),
  );
  return responses.flat();
}

function newMailer() {
  const sent: Mail[] = [];
  return {
    sent,
    mailer: composeMailer(bed.platform, { send: async (mail) => void sent.push(mail) }),
  };
}

const mail = (to: string, kind: MailKind = 'essential'): Mail => ({
  to,
  kind,
  subject: 'Rifas da semana',
  text: 'Olá!',
  html: '<html><body><p>Olá!</p></body></html>',
});

/** Target of the link in a mail. */
async function linkIn(to: string): Promise<URL> {
  const { mailer, sent } = newMailer();
  await sendUnsubscribeLinkJob.handle(bed.platform, { email: to });
  await deliverOutbox({ ...bed.platform, mailer });
  return new URL(/https?:\S+/.exec(sent[0]!.text)![0]);
}

/** @returns the token of the confirmation link */
async function subscribed(email: string): Promise<string> {
  await subscribeNewsletter(bed.platform, email);
  const { mailer, sent } = newMailer();
  await deliverOutbox({ ...bed.platform, mailer });
  const [, token] = /confirmar\?token=([\w-]+)/.exec(sent.findLast(({ to }) => to === email)!.text)!;
  expect(await confirmNewsletter(bed.platform, token!)).toBe(email);
  return token!;
}

describe('preferences', () => {
  // @covers community 3: email_preferences: all four true until chosen otherwise; unsubscribed_at
  //   [server/campaigns/preferences/save-preferences.ts]
  test('all four default to on', async () => {
    const person = await newPerson();
    expect(await call(emailPreferencesRoutes.preferences, undefined, person.as)).toEqual(ALL_ON);
    expect(await wanted(person.email)).toEqual([...KINDS]);
    const chosen = { ...ALL_ON, weeklyNewsletter: false, promotionalEmails: false };
    await call(emailPreferencesRoutes.savePreferences, chosen, person.as);
    expect(await call(emailPreferencesRoutes.preferences, undefined, person.as)).toEqual(chosen);
    expect(await wanted(person.email.toUpperCase())).toEqual(['essential', 'transactional', 'marketing']);
    expect(
      await canSendMail(bed.db, bed.platform, { userId: person.userId }, 'promotional', hasSpendingBlock),
    ).toBe(false);
    const log = await bed.db
      .selectFrom('activityLogs')
      .select('action')
      .where('userId', '=', person.userId)
      .execute();
    expect(log).toEqual([{ action: 'save-email-preferences' }]);
  });

  test('sends no offers to a self-excluded account', async () => {
    const person = await newPerson();
    const now = bed.platform.clock.now();
    const excludedUntil = new Date(now.getTime() + 86_400_000);
    await bed.db
      .insertInto('ownLimits')
      .values({ userId: person.userId, excludedUntil, updatedAt: now })
      .execute();
    expect(await wanted(person.email)).toEqual(['essential', 'transactional']);
  });

  test('sends an address without an account only the newsletter it confirmed', async () => {
    const email = newEmail();
    expect(await wanted(email)).toEqual(['essential', 'transactional']);
    await subscribed(email);
    expect(await wanted(email)).toEqual(['essential', 'transactional', 'weeklyNewsletter']);
  });

  test('logs a newsletter request once, without the address', async () => {
    const { userId, as } = await newPerson();
    const email = newEmail();
    await call(campaignsRoutes.subscribe, { email }, as);
    await subscribed(email);
    await call(campaignsRoutes.subscribe, { email }, as);
    const log = await bed.db
      .selectFrom('activityLogs')
      .select(['action', 'details', 'ipAddress'])
      .where('userId', '=', userId)
      .execute();
    expect(log).toMatchObject([{ action: 'ask-for-newsletter', ipAddress: '203.0.113.7' }]);
    expect(JSON.stringify(log)).not.toContain(email);
  });
});

describe('the mailer', () => {
  test('sends only kinds that are switched on', async () => {
    const { email, as } = await newPerson();
    await call(
      emailPreferencesRoutes.savePreferences,
      { ...ALL_ON, transactionalEmails: false, marketingEmails: false },
      as,
    );
    const { mailer, sent } = newMailer();
    for (const kind of KINDS) await mailer.send(mail(email, kind));
    expect(sent.map(({ kind }) => kind)).toEqual(['essential', 'weeklyNewsletter', 'promotional']);
  });

  test.each(['weeklyNewsletter', 'marketing', 'promotional'] as const)(
    'gives a mail of the kind %s its one-click end, in headers, text and HTML',
    async (kind) => {
      const { email } = await newPerson();
      const { mailer, sent } = newMailer();
      await mailer.send(mail(email, kind));
      const link = /^<(https?:[^>]+)>$/.exec(sent[0]!.headers!['List-Unsubscribe']!)![1]!;
      expect(sent[0]!.headers!['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
      expect(sent[0]!.text).toContain(link);
      expect(sent[0]!.html).toMatch(/Cancelar inscrição.*<\/body>/);
      const { pathname, search } = new URL(link);
      const response = await createOneClickRoutes(bed.platform).request(pathname + search, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      });
      expect(response.status).toBe(200);
      expect(await wanted(email)).toEqual(['essential', 'transactional']);
    },
  );

  test('adds no unsubscribe link to essential and transactional mail', async () => {
    const { email } = await newPerson();
    const { mailer, sent } = newMailer();
    await mailer.send(mail(email));
    await mailer.send(mail(email, 'transactional'));
    expect(sent).toEqual([mail(email), mail(email, 'transactional')]);
  });
});

describe('unsubscribing', () => {
  test('unsubscribes a signed-in owner from everything at once', async () => {
    const { email, userId, as } = await newPerson();
    const response = await call(emailPreferencesRoutes.requestUnsubscribe, { email }, as);
    expect(response).toEqual({ done: true });
    expect(await wanted(email)).toEqual(['essential']);
    const row = await bed.db
      .selectFrom('emailPreferences')
      .select('unsubscribedAt')
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow();
    expect(row.unsubscribedAt).toBeInstanceOf(Date);
  });

  test('responds alike for known and unknown addresses, and mails only known ones', async () => {
    const { email } = await newPerson();
    const unknown = newEmail();
    const responses = [];
    for (const asked of [email, unknown])
      responses.push(await call(emailPreferencesRoutes.requestUnsubscribe, { email: asked }, visitor()));
    expect(responses[0]).toEqual(responses[1]);
    expect(await wanted(email)).toEqual([...KINDS]);
    const { mailer, sent } = newMailer();
    const deps = { ...bed.platform, mailer };
    await sendUnsubscribeLinkJob.handle(deps, { email: unknown });
    await deliverOutbox(deps);
    expect(sent).toEqual([]);
    const token = (await linkIn(email)).searchParams.get('token')!;
    const ended = await call(emailPreferencesRoutes.unsubscribe, { token }, visitor());
    expect(ended).toEqual({ scope: 'everything' });
    expect(await wanted(email)).toEqual(['essential']);
  });

  test('keeps a subscriber without an account unsubscribed until they subscribe again', async () => {
    const email = newEmail();
    await subscribed(email);
    const token = (await linkIn(email)).searchParams.get('token')!;
    for (let time = 0; time < 2; time++) await call(emailPreferencesRoutes.unsubscribe, { token }, visitor());
    expect(await wanted(email)).toEqual(['essential']);
    await subscribed(email);
    expect(await wanted(email)).toEqual(['essential', 'weeklyNewsletter']);
  });

  test('subscribing again switches on only the newsletter of an address that gets an account later', async () => {
    const email = newEmail();
    await subscribed(email);
    const token = (await linkIn(email)).searchParams.get('token')!;
    await call(emailPreferencesRoutes.unsubscribe, { token }, visitor());
    await subscribed(email);
    const { userId } = await newPerson();
    await bed.db.updateTable('auth.users').set({ email }).where('id', '=', userId).execute();
    expect(await wanted(email)).toEqual(['essential', 'weeklyNewsletter']);
  });

  test('ends the link that confirmed the newsletter', async () => {
    const email = newEmail();
    const confirmation = await subscribed(email);
    const token = (await linkIn(email)).searchParams.get('token')!;
    await call(emailPreferencesRoutes.unsubscribe, { token }, visitor());
    expect(await confirmNewsletter(bed.platform, confirmation)).toBeNull();
    expect(await wanted(email)).toEqual(['essential']);
  });

  test('switches on only the newsletter when an account subscribes again', async () => {
    const { email, as } = await newPerson();
    await call(emailPreferencesRoutes.requestUnsubscribe, { email }, as);
    expect(await wanted(email)).toEqual(['essential']);
    await subscribed(email);
    expect(await wanted(email)).toEqual(['essential', 'weeklyNewsletter']);
  });

  test('keeps a suppression after sign-up until preferences are saved', async () => {
    const person = await newPerson();
    const email = newEmail();
    const hidden = { context: testContext(bed.platform, { userId: person.userId, email }) };
    await call(emailPreferencesRoutes.requestUnsubscribe, { email }, hidden);
    await bed.db.updateTable('auth.users').set({ email }).where('id', '=', person.userId).execute();
    expect(await wanted(email)).toEqual(['essential']);
    await call(emailPreferencesRoutes.savePreferences, ALL_ON, hidden);
    expect(await wanted(email)).toEqual([...KINDS]);
  });

  // @covers community 5: unsubscribing asks for an e-mail, and for its owner's consent
  test.each(['', 'x', 'a.b', 'a.b.c', '💥.é', `${'a'.repeat(900)}.b`])(
    'ignores an unsigned link: %s',
    async (token) => {
      await expect(
        call(emailPreferencesRoutes.unsubscribe, { token: token || '.' }, visitor()),
      ).rejects.toMatchObject({ code: 'NOT_FOUND' });
      const response = await createOneClickRoutes(bed.platform).request(
        `/email-preferences/cancelar?token=${encodeURIComponent(token)}`,
        { method: 'POST' },
      );
      expect(response.status).toBe(404);
    },
  );

  test('rejects a link tampered to another address', async () => {
    const [mine, theirs] = [await newPerson(), await newPerson()];
    const [, signature] = (await linkIn(mine.email)).searchParams.get('token')!.split('.');
    const body = Buffer.from(JSON.stringify([theirs.email, 'everything'])).toString('base64url');
    const token = `${body}.${signature}`;
    await expect(call(emailPreferencesRoutes.unsubscribe, { token }, visitor())).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await wanted(theirs.email)).toEqual([...KINDS]);
  });
});
