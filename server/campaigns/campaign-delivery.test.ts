/** Preferences, consent to measurement and bounces in campaigns. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_PREFERENCES } from '@mare/domain/personalization/preferences.ts';
import { settleOrder } from '../orders/lifecycle/settle-order.ts';
import { line, request } from '../orders/orders.testing.ts';
import { allow } from '../personalization/consent/consent.testing.ts';
import { findMailRecipient } from '../mail/preferences.ts';
import { savePreferences } from '../personalization/preferences/save-preferences.ts';
import { RecipientRejectedError } from '../platform/messages/rejected-recipient.ts';
import type { Mail } from '../platform/messages/mail.ts';
import {
  recipientsOf,
  emailOf,
  CAMPAIGN,
  type CampaignsTestbed,
  createCampaignsTestbed,
  newMailbox,
  sendDueMails,
} from './campaigns.testing.ts';
import { createTrackingRoutes } from './messages/tracking.routes.ts';
import { composeMailer } from '../composition/compose-mailer.ts';
import { createOneClickRoutes } from './preferences/one-click.routes.ts';

let bed: CampaignsTestbed;
beforeAll(async () => {
  bed = await createCampaignsTestbed();
});
afterAll(() => bed.close());
beforeEach(() => bed.reset());

test('sends only to people who accept the kind, and previews their number', async () => {
  const [subscriber, unsubscribed] = await bed.addReaders(2);
  await bed.db
    .insertInto('emailPreferences')
    .values({ userId: unsubscribed!, marketingEmails: false, updatedAt: bed.clock.now() })
    .execute();
  const id = await bed.startCampaign();
  const { name: _name, perMinute: _perMinute, ...words } = CAMPAIGN;
  const preview = await bed.panel().preview(words);
  expect(preview).toMatchObject({
    subject: 'Tem rifa nova, Maria!',
    audience: { people: 1, leftOut: { unwanted: 1 } },
  });
  expect(preview.html).toContain('Chegou a <strong>Moto 0 km</strong>.');
  expect(preview.html).toContain(`${bed.origin}/icons/icon-192.png`);
  expect(preview.html).not.toMatch(/class="picture"|<style/);
  const { sent, mailer } = newMailbox();
  await sendDueMails({ ...bed.platform, mailer });
  expect(recipientsOf(sent)).toEqual([emailOf(subscriber!)]);
  expect((await bed.panel().find({ id })).stats).toMatchObject({ recipients: 2, delivered: 1, skipped: 1 });
});

test('shows the picture of the rifa that the button opens', async () => {
  const [reader] = await bed.addReaders(1);
  const rifaId = await bed.rifa(10);
  await bed.db.updateTable('rifas').set({ image: '/fotos/moto.webp' }).where('id', '=', rifaId).execute();
  const campaign = { ...CAMPAIGN, buttonPath: `/rifa/${rifaId}` };
  const picture = `src="${bed.origin}/fotos/moto.webp"`;
  const { name: _name, perMinute: _perMinute, ...words } = campaign;
  expect((await bed.panel().preview(words)).html).toContain(picture);
  await bed.startCampaign(campaign);
  const { sent, mailer } = newMailbox();
  await sendDueMails({ ...bed.platform, mailer });
  expect(recipientsOf(sent)).toEqual([emailOf(reader!)]);
  expect(sent[0]!.html).toContain(picture);
});

test('sends to buyers of a rifa in a city, and previews their number', async () => {
  const [buyer, elsewhere, unpaid] = await bed.addReaders(3);
  const rifaId = await bed.rifa(10);
  for (const userId of [buyer!, elsewhere!, unpaid!]) {
    const reserved = await bed.orderBatchWriter.reserve(request(userId, [line(rifaId, 1)]));
    if (!reserved.ok) throw new Error(reserved.code);
    if (userId !== unpaid)
      await bed.db.transaction().execute((trx) => settleOrder(trx, reserved.order.id, bed.clock.now()));
  }
  await bed.db.updateTable('profiles').set({ city: 'Recife' }).where('id', '=', elsewhere!).execute();
  const { sent, mailer } = newMailbox();
  for (const [conditions, readers] of [
    [{ boughtRifaId: rifaId }, [buyer!, elsewhere!]],
    [{ boughtRifaId: rifaId, city: 'RECIFE' }, [elsewhere!]],
    [{ city: 'Maceió' }, [buyer!, unpaid!]],
    [{ boughtRifaId: randomUUID() }, []],
  ] as const) {
    const { name: _name, perMinute: _perMinute, ...words } = { ...CAMPAIGN, ...conditions };
    expect((await bed.panel().preview(words)).audience?.people).toBe(readers.length);
    await bed.startCampaign(conditions);
    await sendDueMails({ ...bed.platform, mailer });
    expect(recipientsOf(sent.splice(0))).toEqual(readers.map(emailOf).toSorted());
  }
});

describe('opens and clicks', () => {
  test('are counted only with consent, and links stay on this site', async () => {
    const [consenting, undecided] = await bed.addReaders(2);
    await allow(bed.db, consenting!);
    const id = await bed.startCampaign();
    const { sent, mailer } = newMailbox();
    await sendDueMails({ ...bed.platform, mailer: composeMailer(bed.platform, mailer) });
    const mailTo = (userId: string) => sent.find((mail) => mail.to === emailOf(userId))!;
    expect(mailTo(undecided!).html).not.toMatch(/\/e\/|\.gif/);
    expect(mailTo(undecided!).html).toContain(`href="${bed.origin}/ranking"`);

    const site = createTrackingRoutes(bed.platform);
    const { html } = mailTo(consenting!);
    const click = /href="([^"]+\/e\/abrir[^"]+)"/.exec(html)![1]!;
    const pixel = /src="([^"]+\.gif[^"]+)"/.exec(html)![1]!;
    for (let time = 0; time < 2; time++) {
      const seen = await site.request(pixel.slice(bed.origin.length));
      expect(seen.headers.get('content-type')).toBe('image/gif');
      const redirect = await site.request(click.slice(bed.origin.length));
      expect(redirect.headers.get('location')).toBe(`${bed.origin}/ranking`);
    }
    const unsubscribeLink = /<([^>]+)>/.exec(mailTo(consenting!).headers!['List-Unsubscribe']!)![1]!;
    await createOneClickRoutes(bed.platform).request(unsubscribeLink.slice(bed.origin.length), {
      method: 'POST',
    });
    const { stats } = await bed.panel().find({ id });
    expect(stats).toMatchObject({ delivered: 2, measured: 1, opened: 1, clicked: 1, unsubscribed: 1 });
    expect((await bed.panel().metrics()).total.clicked).toBeGreaterThanOrEqual(1);
  });

  test('are not recorded after the reader has withdrawn the consent', async () => {
    const [reader] = await bed.addReaders(1);
    await allow(bed.db, reader!);
    const id = await bed.startCampaign();
    const { sent, mailer } = newMailbox();
    await sendDueMails({ ...bed.platform, mailer: composeMailer(bed.platform, mailer) });
    const site = createTrackingRoutes(bed.platform);
    const { html } = sent[0]!;
    const [, click] = /href="([^"]+\/e\/abrir[^"]+)"/.exec(html)!;
    const [, pixel] = /src="([^"]+\.gif[^"]+)"/.exec(html)!;
    const openAndClick = async () => {
      await site.request(pixel!.slice(bed.origin.length));
      return (await site.request(click!.slice(bed.origin.length))).headers.get('location');
    };
    await allow(bed.db, reader!, { measurement: false, marketing: true });
    expect(await openAndClick()).toBe(`${bed.origin}/ranking`);
    expect((await bed.panel().find({ id })).stats).toMatchObject({ measured: 1, opened: 0, clicked: 0 });
    await allow(bed.db, reader!, { measurement: true, marketing: false });
    await openAndClick();
    expect((await bed.panel().find({ id })).stats).toMatchObject({ opened: 1, clicked: 1 });
  });

  test('an old mail unsubscribes its reader whose address has changed since', async () => {
    const [reader, newOwner] = await bed.addReaders(2);
    await bed.db.updateTable('profiles').set({ segment: 'new' }).where('id', '=', newOwner!).execute();
    const former = emailOf(reader!);
    await bed.startCampaign();
    const { sent, mailer } = newMailbox();
    await sendDueMails({ ...bed.platform, mailer: composeMailer(bed.platform, mailer) });
    await bed.db
      .updateTable('auth.users')
      .set({ email: `novo-${former}` })
      .where('id', '=', reader!)
      .execute();
    // The former address belongs to another account now.
    await bed.db.updateTable('auth.users').set({ email: former }).where('id', '=', newOwner!).execute();
    const link = /<([^>]+)>/.exec(sent[0]!.headers!['List-Unsubscribe']!)![1]!;
    await createOneClickRoutes(bed.platform).request(link.slice(bed.origin.length), { method: 'POST' });
    for (const userId of [reader!, newOwner!])
      expect((await findMailRecipient(bed.db, { userId })).preferences).toMatchObject({
        transactionalEmails: true,
        marketingEmails: false,
      });
  });

  test.each(['', '.', 'a.b', 'x.y.z', '%F0%9F%92%A5.é'])(
    'redirects an unsigned link to the home page: %s',
    async (token) => {
      const site = createTrackingRoutes(bed.platform);
      const redirect = await site.request(`/e/abrir?t=${token}`);
      expect(redirect.headers.get('location')).toBe(`${bed.origin}/`);
      expect((await site.request(`/e/lido.gif?t=${token}`)).status).toBe(200);
    },
  );

  test.each(['//mal.example', 'https://mal.example', '/\\mal.example', 'ranking', '/a b'])(
    'rejects a button that leaves the site: %s',
    async (buttonPath) => {
      await expect(
        bed.panel().save({ id: null, version: 0, campaign: { ...CAMPAIGN, buttonPath } }),
      ).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    },
  );
});

test('counts a bounce once and sends only essential mail to the address', async () => {
  const [bouncing] = await bed.addReaders(1);
  const email = emailOf(bouncing!);
  const { sent, mailer } = newMailbox();
  let exists = false;
  const transport = {
    send: async (mail: Mail) => {
      await mailer.send(mail);
      if (!exists) throw new RecipientRejectedError('550 5.1.1 No such user');
    },
  };
  const platform = { ...bed.platform, mailer: composeMailer(bed.platform, transport) };
  const first = await bed.startCampaign();
  await sendDueMails(platform);
  expect((await bed.panel().find({ id: first })).stats).toMatchObject({
    sent: 1,
    delivered: 0,
    bounced: 1,
  });
  const second = await bed.startCampaign();
  await sendDueMails(platform);
  expect((await bed.panel().find({ id: second })).stats).toMatchObject({ sent: 0, skipped: 1, bounced: 0 });
  expect(sent).toHaveLength(1);
  const notifications = await bed.db
    .selectFrom('notifications')
    .select('title')
    .where('userId', '=', bouncing!)
    .execute();
  expect(notifications).toEqual([{ title: 'Seu e-mail não está recebendo' }]);

  exists = true;
  const mail = { to: email, subject: 'Código', text: '123456', html: '' };
  await platform.mailer.send({ ...mail, kind: 'transactional' });
  expect(sent).toHaveLength(1);
  await platform.mailer.send({ ...mail, kind: 'essential' });
  expect(sent).toHaveLength(2);
  // Accepted mail clears the bounce.
  const third = await bed.startCampaign();
  await sendDueMails(platform);
  expect((await bed.panel().find({ id: third })).stats).toMatchObject({ delivered: 1, bounced: 0 });
});

test('sends offers outside quiet hours and at the chosen frequency', async () => {
  const [scheduled, unscheduled] = await bed.addReaders(2);
  const { clock, platform } = bed;
  const inAnHour = new Date(clock.now().getTime() + 3_600_000 - 3 * 3_600_000).toISOString().slice(11, 16);
  const preferences = { ...DEFAULT_PREFERENCES, notificationTime: inAnHour };
  await savePreferences(platform, { userId: scheduled!, ipAddress: null }, preferences);
  const { sent, mailer } = newMailbox();
  const sendDue = () => sendDueMails({ ...platform, mailer });
  const takeRecipients = () =>
    sent
      .splice(0)
      .map((mail) => mail.to)
      .toSorted();

  const first = await bed.startCampaign();
  await sendDue();
  expect(takeRecipients()).toEqual([emailOf(unscheduled!)]);
  clock.advance(3_600);
  await sendDue();
  expect(takeRecipients()).toEqual([emailOf(scheduled!)]);
  expect(await bed.panel().find({ id: first })).toMatchObject({ status: 'sent', stats: { delivered: 2 } });

  const sendCampaign = async () => {
    await bed.startCampaign();
    await sendDue();
    clock.advance(86_400);
    await sendDue();
    return takeRecipients();
  };
  expect(await sendCampaign()).toEqual([emailOf(unscheduled!)]);
  clock.advance(6 * 86_400);
  expect(await sendCampaign()).toEqual([emailOf(scheduled!), emailOf(unscheduled!)].toSorted());
});
