import { call } from '@orpc/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasSpendingBlock } from '../../accounts/limits/read-own-limits.ts';
import { canSendMail } from '../../mail/can-send-mail.ts';
import { addExpressAccount } from '../../orders/orders.testing.ts';
import type { Mail, MailKind } from '../../platform/messages/mail.ts';
import { campaignsRoutes } from '../campaigns.routes.ts';
import { createOneClickRoutes } from './one-click.routes.ts';
import { emailPreferencesRoutes } from './preferences.routes.ts';
import { ALL_ON, createPreferencesTestbed, KINDS, type PreferencesTestbed } from './preferences.testing.ts';

let bed: PreferencesTestbed;
beforeAll(async () => {
  bed = await createPreferencesTestbed();
});
afterAll(() => bed.close());

const newMail = (to: string, kind: MailKind = 'essential'): Mail => ({
  to,
  kind,
  subject: 'Rifas da semana',
  text: 'Olá!',
  html: '<html><body><p>Olá!</p></body></html>',
});

describe('preferences', () => {
  // @covers community 3: email_preferences: all four true until chosen otherwise; unsubscribed_at
  //   [server/campaigns/preferences/save-preferences.ts]
  test('all four default to on', async () => {
    const person = await bed.newPerson();
    expect(await call(emailPreferencesRoutes.preferences, undefined, person.options)).toEqual(ALL_ON);
    expect(await bed.findAllowedKinds(person.email)).toEqual([...KINDS]);
    const chosen = { ...ALL_ON, weeklyNewsletter: false, promotionalEmails: false };
    await call(emailPreferencesRoutes.savePreferences, chosen, person.options);
    expect(await call(emailPreferencesRoutes.preferences, undefined, person.options)).toEqual(chosen);
    expect(await bed.findAllowedKinds(person.email.toUpperCase())).toEqual([
      'essential',
      'transactional',
      'marketing',
    ]);
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
    const person = await bed.newPerson();
    const now = bed.platform.clock.now();
    const excludedUntil = new Date(now.getTime() + 86_400_000);
    await bed.db
      .insertInto('ownLimits')
      .values({ userId: person.userId, excludedUntil, updatedAt: now })
      .execute();
    expect(await bed.findAllowedKinds(person.email)).toEqual(['essential', 'transactional']);
  });

  test('sends no newsletter to the address that a self-excluded express account states', async () => {
    const email = bed.newEmail();
    await bed.subscribeAndConfirm(email);
    const now = bed.platform.clock.now();
    const userId = await addExpressAccount(bed.db, email, now);
    const excludedUntil = new Date(now.getTime() + 86_400_000);
    await bed.db.insertInto('ownLimits').values({ userId, excludedUntil, updatedAt: now }).execute();
    const canSend = (kind: MailKind) => canSendMail(bed.db, bed.platform, { email }, kind, hasSpendingBlock);
    expect(await bed.findAllowedKinds(email)).toEqual(['essential', 'transactional']);
    expect(await canSend('requested')).toBe(false);
    bed.clock.advance(2 * 86_400);
    expect(await bed.findAllowedKinds(email)).toEqual(['essential', 'transactional', 'weeklyNewsletter']);
    expect(await canSend('requested')).toBe(true);
  });

  test('sends an address without an account only the newsletter it confirmed', async () => {
    const email = bed.newEmail();
    expect(await bed.findAllowedKinds(email)).toEqual(['essential', 'transactional']);
    await bed.subscribeAndConfirm(email);
    expect(await bed.findAllowedKinds(email)).toEqual(['essential', 'transactional', 'weeklyNewsletter']);
  });

  test('logs a newsletter request once, without the address', async () => {
    const { userId, options } = await bed.newPerson();
    const email = bed.newEmail();
    await call(campaignsRoutes.subscribe, { email }, options);
    await bed.subscribeAndConfirm(email);
    await call(campaignsRoutes.subscribe, { email }, options);
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
    const { email, options } = await bed.newPerson();
    await call(
      emailPreferencesRoutes.savePreferences,
      { ...ALL_ON, transactionalEmails: false, marketingEmails: false },
      options,
    );
    const { mailer, sent } = bed.newMailer();
    for (const kind of KINDS) await mailer.send(newMail(email, kind));
    expect(sent.map(({ kind }) => kind)).toEqual(['essential', 'weeklyNewsletter', 'promotional']);
  });

  test.each(['weeklyNewsletter', 'marketing', 'promotional'] as const)(
    'gives a mail of the kind %s its one-click unsubscribe link, in headers, text and HTML',
    async (kind) => {
      const { email } = await bed.newPerson();
      const { mailer, sent } = bed.newMailer();
      await mailer.send(newMail(email, kind));
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
      expect(await bed.findAllowedKinds(email)).toEqual(['essential', 'transactional']);
    },
  );

  test('adds no unsubscribe link to essential and transactional mail', async () => {
    const { email } = await bed.newPerson();
    const { mailer, sent } = bed.newMailer();
    await mailer.send(newMail(email));
    await mailer.send(newMail(email, 'transactional'));
    expect(sent).toEqual([newMail(email), newMail(email, 'transactional')]);
  });
});
