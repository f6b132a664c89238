import { createRouterClient } from '@orpc/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addBuyer } from '../../orders/orders.testing.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../../payments/payments.testing.ts';
import { createHttpApp } from '../../platform/http/http.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import type { Platform } from '../../platform/platform.ts';
import { CAMPAIGN, newMailbox, sendDueMails } from '../campaigns.testing.ts';
import { campaignsAdminRoutes } from '../management/campaigns-admin.routes.ts';
import { sendDueMailsJob } from '../messages/send-due-mails.job.ts';
import { hasSpendingBlock } from '../../accounts/limits/read-own-limits.ts';
import { canSendMail } from '../../mail/can-send-mail.ts';
import { composeMailer } from '../../composition/compose-mailer.ts';
import { clearBounce } from '../../mail/bounces.ts';
import { findMailRecipient } from '../../mail/preferences.ts';
import { purge } from '../../platform/database/retention.ts';
import { campaignsRetention } from '../campaigns.retention.ts';
import { createMailEventRoutes } from './mail-events.routes.ts';
import { signWebhook } from '../../platform/http/request/verify-webhook.ts';

const SECRET = `whsec_${Buffer.from('0123456789abcdef01234567').toString('base64')}`;
const FORMER = 'um segredo que ainda vale';

let bed: PaymentsTestbed;
let platform: Platform;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
  await bed.platform.jobs.prepare([sendDueMailsJob]);
  platform = { ...bed.platform, config: { ...bed.platform.config, mailEventSecrets: [FORMER, SECRET] } };
});
afterAll(() => bed.close());

let deliveries = 0;

interface Delivery {
  id?: string;
  secret?: string;
  offsetSeconds?: number;
  rawBody?: string;
  headers?: Record<string, string>;
  on?: Platform;
}

/** @returns the response status */
async function post(body: unknown, delivery: Delivery = {}): Promise<number> {
  const { id = `msg_${++deliveries}`, secret = SECRET, offsetSeconds = 0, on = platform } = delivery;
  const rawBody = delivery.rawBody ?? JSON.stringify(body);
  const timestamp = String(Math.floor(bed.clock.now().getTime() / 1000) + offsetSeconds);
  const app = createHttpApp(on.log);
  app.route('/', createMailEventRoutes(on));
  const response = await app.request('/webhooks/email', {
    method: 'POST',
    body: rawBody,
    headers: {
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,c2VtIHZhbG9y v1,${signWebhook({ id, timestamp, rawBody }, secret)}`,
      ...delivery.headers,
    },
  });
  return response.status;
}

const emailOf = (userId: string) => `${userId}@exemplo.com.br`;
const canMail = (userId: string, kind: 'marketing' | 'transactional') =>
  canSendMail(bed.db, platform, { userId }, kind, hasSpendingBlock);
const notificationsOf = (userId: string) =>
  bed.db.selectFrom('notifications').select('title').where('userId', '=', userId).execute();

test('rejects events with a wrong signature, and returns 404 without a configured secret', async () => {
  const buyer = await addBuyer(bed.db);
  const event = { type: 'bounce', email: emailOf(buyer) };
  expect(await post(event, { secret: 'um segredo que nunca valeu' })).toBe(401);
  for (const offsetSeconds of [-301, 301]) expect(await post(event, { offsetSeconds })).toBe(401);
  for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
    expect(await post(event, { headers: { [name]: '' } })).toBe(401);
  expect(await post(event, { headers: { 'webhook-signature': 'v1,' } })).toBe(401);
  expect(await post(event, { on: bed.platform })).toBe(404);
  expect(await canMail(buyer, 'marketing')).toBe(true);
  expect(await post(null, { rawBody: '{' })).toBe(400);
});

test('a hard bounce limits the address to essential mail and notifies its owner once', async () => {
  const [bounced, full] = [await addBuyer(bed.db), await addBuyer(bed.db)];
  const bounce = { id: 'ev-1', type: 'bounce', email: emailOf(bounced).toUpperCase(), reason: '550 5.1.1' };
  const temporary = { type: 'bounce', email: emailOf(full), permanent: false };
  expect(await post({ events: [bounce, temporary] }, { secret: FORMER })).toBe(204);
  expect(await post([bounce])).toBe(204);
  expect([await canMail(bounced, 'marketing'), await canMail(bounced, 'transactional')]).toEqual([
    false,
    false,
  ]);
  expect(await canMail(full, 'marketing')).toBe(true);
  expect(await notificationsOf(bounced)).toEqual([{ title: 'Seu e-mail não está recebendo' }]);

  // The provider accepts every mail: only an opened link proves that the e-mail address works.
  const mailer = composeMailer(platform, newMailbox().mailer);
  await mailer.send({ to: emailOf(bounced), kind: 'essential', subject: 'Código', text: '123456', html: '' });
  expect(await canMail(bounced, 'marketing')).toBe(false);
  await clearBounce(bed.db, emailOf(bounced), 'read');
  expect(await canMail(bounced, 'marketing')).toBe(true);
  // A redelivered event does not bounce the e-mail address again.
  expect(await post(bounce)).toBe(204);
  expect(await canMail(bounced, 'marketing')).toBe(true);
});

test('stops offers after a complaint until the person switches them on again', async () => {
  const buyer = await addBuyer(bed.db);
  const complaint = { type: 'email.complained', data: { to: [emailOf(buyer)], subject: 'Rifa nova' } };
  expect(await post(complaint, { id: 'msg_spam' })).toBe(204);
  expect([await canMail(buyer, 'marketing'), await canMail(buyer, 'transactional')]).toEqual([false, true]);
  const logged = await bed.db
    .selectFrom('activityLogs')
    .select('action')
    .where('userId', '=', buyer)
    .where('action', '=', 'complain-of-mail')
    .execute();
  expect(logged).toHaveLength(1);
  await bed.db
    .updateTable('emailPreferences')
    .set({ marketingEmails: true })
    .where('userId', '=', buyer)
    .execute();
  expect(await post(complaint, { id: 'msg_spam' })).toBe(204);
  const { preferences } = await findMailRecipient(bed.db, { userId: buyer });
  expect(preferences).toMatchObject({ marketingEmails: true });
});

test('suppresses an address without an account', async () => {
  const email = 'sem-conta@exemplo.com.br';
  await bed.db
    .insertInto('newsletterSubscribers')
    .values({
      email,
      createdAt: bed.clock.now(),
      confirmedAt: bed.clock.now(),
      confirmationHash: Buffer.alloc(32),
    })
    .execute();
  const canMailNewsletter = () =>
    canSendMail(bed.db, platform, { email }, 'weeklyNewsletter', hasSpendingBlock);
  expect(await canMailNewsletter()).toBe(true);
  expect(await post({ type: 'complaint', email })).toBe(204);
  expect(await canMailNewsletter()).toBe(false);
});

test('corrects a campaign’s delivery count and skips the address next time', async () => {
  const buyer = await addBuyer(bed.db);
  await bed.db.updateTable('profiles').set({ segment: 'vip' }).where('id', '=', buyer).execute();
  const admin = await bed.buyer();
  const panel = createRouterClient(campaignsAdminRoutes, {
    context: testContext(bed.platform, { userId: admin, role: 'admin' }),
  });
  const { sent, mailer } = newMailbox();
  const sendCampaign = async () => {
    const { id, version } = await panel.save({ id: null, version: 0, campaign: CAMPAIGN });
    await panel.changeState({ id, version, to: 'scheduled' });
    await sendDueMails({ ...platform, mailer });
    return async () => (await panel.find({ id })).stats;
  };
  const readFirstStats = await sendCampaign();
  expect(await readFirstStats()).toMatchObject({ delivered: 1, bounced: 0 });
  const messageId = sent[0]!.headers!['Message-ID'];
  const bounce = { type: 'bounce', email: emailOf(buyer), messageId };
  for (let time = 0; time < 2; time++) expect(await post(bounce)).toBe(204);
  expect(await readFirstStats()).toMatchObject({ sent: 1, delivered: 0, bounced: 1 });
  const readSecondStats = await sendCampaign();
  expect(await readSecondStats()).toMatchObject({ sent: 0, skipped: 1 });
});

test('ignores other events and purges events after 180 days', async () => {
  const otherEvents: unknown[] = [
    { type: 'email.opened', data: { to: ['ana@exemplo.com.br'] } },
    { type: 'email.bounced', data: { to: 'ana@exemplo.com.br', bounce: { type: 'Transient' } } },
    { type: 'bounce', email: 'nenhum' },
    { type: 'bounce' },
    'bounce',
    null,
    [],
    { events: 'ana' },
  ];
  const countEvents = async () =>
    Number(
      (
        await bed.db
          .selectFrom('mailEvents')
          .select((eb) => eb.fn.countAll().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    );
  const before = await countEvents();
  for (const body of otherEvents) expect(await post(body)).toBe(204);
  expect(await countEvents()).toBe(before);
  bed.clock.advance(179 * 86_400);
  expect(await purge(platform, campaignsRetention)).toEqual({ mailEvents: 0 });
  bed.clock.advance(2 * 86_400);
  expect(await purge(platform, campaignsRetention)).toEqual({ mailEvents: before });
});
