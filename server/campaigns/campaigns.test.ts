import { createRouterClient } from '@orpc/server';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addBuyer } from '../orders/orders.testing.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../payments/payments.testing.ts';
import { DEFAULT_PREFERENCES } from '@mare/domain/personalization/preferences.ts';
import { savePreferences } from '../personalization/preferences/save-preferences.ts';
import { allow } from '../personalization/consent/consent.testing.ts';
import { testContext } from '../platform/http/api.testing.ts';
import { renameShop } from '../admin/settings/settings.testing.ts';
import { AddressRefused } from '../platform/messages/address-refused.ts';
import { type Mail, SHOP } from '../platform/messages/mail.ts';
import { composeMail } from '../platform/messages/mail-page.ts';
import { CAMPAIGN, newMailbox } from './campaigns.testing.ts';
import { campaignsAdminRoutes } from './management/campaigns-admin.routes.ts';
import { createMeasuredRoutes } from './messages/measured.routes.ts';
import { SEND_DUE_MAILS, sendDueMails } from './messages/send-due-mails.job.ts';
import { mailerWithPreferences } from './preferences/mailer-with-preferences.ts';
import { createOneClickRoutes } from './preferences/one-click.routes.ts';

let bed: PaymentsTestbed;
let admin: string;
beforeAll(async () => {
  bed = await createPaymentsTestbed({ maxConnections: 30 });
  admin = await bed.buyer();
  await bed.platform.jobs.prepare([SEND_DUE_MAILS]);
});
afterAll(() => bed.close());
beforeEach(async () => {
  await bed.db.deleteFrom('emailCampaigns').execute();
  await bed.db.updateTable('profiles').set({ segment: 'new' }).execute();
});

const panel = () =>
  createRouterClient(campaignsAdminRoutes, {
    context: testContext(bed.platform, { userId: admin, role: 'admin' }),
  });

/** VIPs, as none but these are in a test. */
async function readers(count: number): Promise<string[]> {
  const ids = await Promise.all(Array.from({ length: count }, () => addBuyer(bed.db)));
  await bed.db
    .updateTable('profiles')
    .set({ segment: 'vip', name: 'Ana Lima' })
    .where('id', 'in', ids)
    .execute();
  return ids;
}

const addressOf = (userId: string) => `${userId}@exemplo.com.br`;

async function begin(changes: Partial<typeof CAMPAIGN> = {}): Promise<string> {
  const { id, version } = await panel().save({
    id: null,
    version: 0,
    campaign: { ...CAMPAIGN, ...changes },
  });
  await panel().changeState({ id, version, to: 'scheduled' });
  return id;
}

const to = (sent: Mail[]) => sent.map((mail) => mail.to).toSorted();

test('sent now, a campaign waits for no round; at its time, for that of the minute', async () => {
  const rounds = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*) from pgboss.job where name = ${SEND_DUE_MAILS}`.execute(bed.db);
    return rows[0]!.count;
  };
  const before = await rounds();
  await begin();
  expect(await rounds()).toBe(before + 1);
  const { id, version } = await panel().save({ id: null, version: 0, campaign: CAMPAIGN });
  const scheduledFor = new Date(bed.clock.now().getTime() + 3_600_000).toISOString();
  await panel().changeState({ id, version, to: 'scheduled', scheduledFor });
  expect(await rounds()).toBe(before + 1);
});

describe('everybody once', () => {
  test('two workers that race', async () => {
    const people = await readers(40);
    const id = await begin();
    const { sent, mailer } = newMailbox();
    await Promise.all([1, 2].map(() => sendDueMails({ ...bed.platform, mailer })));
    expect(to(sent)).toEqual(people.map(addressOf).toSorted());
    await sendDueMails({ ...bed.platform, mailer });
    expect(sent).toHaveLength(40);
    expect(await panel().find({ id })).toMatchObject({
      status: 'sent',
      figures: { recipients: 40, sent: 40, delivered: 40, measured: 0 },
    });
  });

  test('a worker that dies with mails in its hands: nobody gets one twice, and what had not left goes out', async () => {
    const people = await readers(12);
    const id = await begin();
    const { sent, mailer } = newMailbox();
    // The process ends the moment its fifth mail has left: nothing it awaits ever comes back.
    const dying = {
      send: async (mail: Mail) => {
        await mailer.send(mail);
        if (sent.length >= 5) await new Promise(() => undefined);
      },
    };
    void sendDueMails({ ...bed.platform, mailer: dying });
    await expect.poll(async () => (await states(id)).sending, { timeout: 60_000 }).toBe(5);
    const before = sent.length;
    bed.clock.advance(11 * 60);
    await sendDueMails({ ...bed.platform, mailer });
    expect(sent.length).toBeGreaterThan(before);
    expect(new Set(to(sent)).size).toBe(sent.length);
    expect(to(sent)).toEqual(people.map(addressOf).toSorted());
    expect(await states(id)).toEqual({ sent: 7, failed: 5 });
  });

  test('one that was only claimed when its worker died goes out', async () => {
    const [person] = await readers(1);
    const id = await begin();
    await sendDueMails({
      ...bed.platform,
      db: bed.db,
      mailer: { send: () => Promise.reject(new Error('down')) },
    });
    expect(await states(id)).toEqual({ waiting: 1 });
    await bed.db
      .updateTable('emailMessages')
      .set({ state: 'claimed', claimedAt: bed.clock.now() })
      .where('campaignId', '=', id)
      .execute();
    bed.clock.advance(11 * 60);
    const { sent, mailer } = newMailbox();
    await sendDueMails({ ...bed.platform, mailer });
    expect(to(sent)).toEqual([addressOf(person!)]);
  });

  test('a mail that the server refuses is offered three times in all', async () => {
    await readers(1);
    const id = await begin();
    let tries = 0;
    const mailer = {
      send: () => {
        tries++;
        return Promise.reject(new Error('451'));
      },
    };
    for (let time = 0; time < 5; time++) {
      await sendDueMails({ ...bed.platform, mailer });
      bed.clock.advance(6 * 60);
    }
    expect(tries).toBe(3);
    expect(await states(id)).toEqual({ failed: 1 });
  });

  async function states(id: string): Promise<Record<string, number>> {
    const rows = await bed.db
      .selectFrom('emailMessages')
      .select((eb) => ['state', eb.fn.countAll<string>().as('count')])
      .where('campaignId', '=', id)
      .groupBy('state')
      .execute();
    return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]));
  }
});

test('no more mails a minute than it may, of all workers together', async () => {
  await readers(15);
  await begin({ perMinute: 4 });
  const { sent, mailer } = newMailbox();
  const minute = () => Promise.all([1, 2, 3].map(() => sendDueMails({ ...bed.platform, mailer })));
  for (const total of [4, 8, 12, 15]) {
    await minute();
    expect(sent).toHaveLength(total);
    bed.clock.advance(61);
  }
});

test('begins when its time comes, waits while paused, and ends when cancelled', async () => {
  await readers(3);
  const { id, version } = await panel().save({
    id: null,
    version: 0,
    campaign: { ...CAMPAIGN, perMinute: 1 },
  });
  const scheduledFor = new Date(bed.clock.now().getTime() + 3_600_000).toISOString();
  await panel().changeState({ id, version, to: 'scheduled', scheduledFor });
  const { sent, mailer } = newMailbox();
  const go = () => sendDueMails({ ...bed.platform, mailer });
  const move = async (next: 'paused' | 'sending' | 'cancelled') =>
    panel().changeState({ id, version: (await panel().find({ id })).version, to: next });
  await go();
  expect(sent).toHaveLength(0);
  bed.clock.advance(3700);
  await go();
  expect(sent).toHaveLength(1);
  await move('paused');
  bed.clock.advance(61);
  await go();
  expect(sent).toHaveLength(1);
  await move('sending');
  await go();
  expect(sent).toHaveLength(2);
  await move('cancelled');
  bed.clock.advance(61);
  await go();
  expect(sent).toHaveLength(2);
  await expect(move('sending')).rejects.toMatchObject({ code: 'CAMPAIGN_STATE' });
});

test('only to who wants such mails, and the preview counts them', async () => {
  const [wants, silent] = await readers(2);
  await bed.db
    .insertInto('emailPreferences')
    .values({ userId: silent!, marketingEmails: false, updatedAt: bed.clock.now() })
    .execute();
  const id = await begin();
  const { name: _name, perMinute: _perMinute, ...words } = CAMPAIGN;
  const preview = await panel().preview(words);
  expect(preview).toMatchObject({ subject: 'Tem rifa nova, Maria!', audience: 1 });
  expect(preview.html).toContain('Chegou a <strong>Moto 0 km</strong>.');
  const { sent, mailer } = newMailbox();
  await sendDueMails({ ...bed.platform, mailer });
  expect(to(sent)).toEqual([addressOf(wants!)]);
  expect((await panel().find({ id })).figures).toMatchObject({ recipients: 2, delivered: 1, skipped: 1 });
});

describe('what readers do', () => {
  test('is counted of those who allow it, and leads nowhere but to this site', async () => {
    const [open, closed] = await readers(2);
    await allow(bed.db, open!);
    const id = await begin();
    const { sent, mailer } = newMailbox();
    await sendDueMails({ ...bed.platform, mailer: mailerWithPreferences(bed.platform, mailer) });
    const mailTo = (userId: string) => sent.find((mail) => mail.to === addressOf(userId))!;
    expect(mailTo(closed!).html).not.toMatch(/<img|\/e\//);
    expect(mailTo(closed!).html).toContain(`href="${bed.origin}/ranking"`);

    const site = createMeasuredRoutes(bed.platform);
    const { html } = mailTo(open!);
    const click = /href="([^"]+\/e\/abrir[^"]+)"/.exec(html)![1]!;
    const dot = /src="([^"]+\.gif[^"]+)"/.exec(html)![1]!;
    for (let time = 0; time < 2; time++) {
      const seen = await site.request(dot.slice(bed.origin.length));
      expect(seen.headers.get('content-type')).toBe('image/gif');
      const led = await site.request(click.slice(bed.origin.length));
      expect(led.headers.get('location')).toBe(`${bed.origin}/ranking`);
    }
    const end = /<([^>]+)>/.exec(mailTo(open!).headers!['List-Unsubscribe']!)![1]!;
    await createOneClickRoutes(bed.platform).request(end.slice(bed.origin.length), { method: 'POST' });
    const { figures } = await panel().find({ id });
    expect(figures).toMatchObject({ delivered: 2, measured: 1, opened: 1, clicked: 1, unsubscribed: 1 });
    expect((await panel().metrics()).total.clicked).toBeGreaterThanOrEqual(1);
  });

  test.each(['', '.', 'a.b', 'x.y.z', '%F0%9F%92%A5.é'])(
    'a link that nobody signed leads home: %s',
    async (token) => {
      const site = createMeasuredRoutes(bed.platform);
      const led = await site.request(`/e/abrir?t=${token}`);
      expect(led.headers.get('location')).toBe(`${bed.origin}/`);
      expect((await site.request(`/e/lido.gif?t=${token}`)).status).toBe(200);
    },
  );

  test.each(['//mal.example', 'https://mal.example', '/\\mal.example', 'ranking', '/a b'])(
    'no button leads elsewhere: %s',
    async (buttonPath) => {
      await expect(
        panel().save({ id: null, version: 0, campaign: { ...CAMPAIGN, buttonPath } }),
      ).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    },
  );
});

test('a test goes to oneself, marked as such', async () => {
  const { sent, mailer } = newMailbox();
  const context = testContext({ ...bed.platform, mailer }, { userId: admin, role: 'admin' });
  const { to: address } = await createRouterClient(campaignsAdminRoutes, { context }).sendTest(CAMPAIGN);
  expect(sent).toMatchObject([{ to: address, subject: '[Teste] Tem rifa nova, Maria!' }]);
});

test('of two who change a draft at once the second is told; what is scheduled no longer changes', async () => {
  const { id, version } = await panel().save({ id: null, version: 0, campaign: CAMPAIGN });
  const change = (name: string) => panel().save({ id, version, campaign: { ...CAMPAIGN, name } });
  const both = await Promise.allSettled([change('Um'), change('Dois')]);
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await panel().changeState({ id, version: version + 1, to: 'scheduled' });
  await expect(panel().save({ id, version: version + 2, campaign: CAMPAIGN })).rejects.toMatchObject({
    code: 'CAMPAIGN_STATE',
  });
});

test('an address that takes no mail is counted once and written to no more, but for what cannot be left out', async () => {
  const [gone] = await readers(1);
  const address = addressOf(gone!);
  const { sent, mailer } = newMailbox();
  let exists = false;
  const transport = {
    send: async (mail: Mail) => {
      await mailer.send(mail);
      if (!exists) throw new AddressRefused('550 5.1.1 No such user');
    },
  };
  const wired = { ...bed.platform, mailer: mailerWithPreferences(bed.platform, transport) };
  const first = await begin();
  await sendDueMails(wired);
  expect((await panel().find({ id: first })).figures).toMatchObject({ sent: 1, delivered: 0, bounced: 1 });
  const second = await begin();
  await sendDueMails(wired);
  expect((await panel().find({ id: second })).figures).toMatchObject({ sent: 0, skipped: 1, bounced: 0 });
  expect(sent).toHaveLength(1);
  const told = await bed.db.selectFrom('notifications').select('title').where('userId', '=', gone!).execute();
  expect(told).toEqual([{ title: 'Seu e-mail não está recebendo' }]);

  exists = true;
  const mail = { to: address, subject: 'Código', text: '123456', html: '' };
  await wired.mailer.send({ ...mail, kind: 'transactional' });
  expect(sent).toHaveLength(1);
  await wired.mailer.send({ ...mail, kind: 'essential' });
  expect(sent).toHaveLength(2);
  // It arrived: the address lives again.
  const third = await begin();
  await sendDueMails(wired);
  expect((await panel().find({ id: third })).figures).toMatchObject({ delivered: 1, bounced: 0 });
});

test('an offer waits for the time of day that its reader chose, and comes no more often than they like', async () => {
  const [picky, other] = await readers(2);
  const { clock, platform } = bed;
  const inAnHour = new Date(clock.now().getTime() + 3_600_000 - 3 * 3_600_000).toISOString().slice(11, 16);
  const preferences = { ...DEFAULT_PREFERENCES, notificationTime: inAnHour };
  await savePreferences(platform, { userId: picky!, ipAddress: null }, preferences);
  const { sent, mailer } = newMailbox();
  const send = () => sendDueMails({ ...platform, mailer });
  const arrived = () =>
    sent
      .splice(0)
      .map((mail) => mail.to)
      .toSorted();

  const first = await begin();
  await send();
  expect(arrived()).toEqual([addressOf(other!)]);
  clock.advance(3_600);
  await send();
  expect(arrived()).toEqual([addressOf(picky!)]);
  expect(await panel().find({ id: first })).toMatchObject({ status: 'sent', figures: { delivered: 2 } });

  const sendAnother = async () => {
    await begin();
    await send();
    clock.advance(86_400);
    await send();
    return arrived();
  };
  expect(await sendAnother()).toEqual([addressOf(other!)]);
  clock.advance(6 * 86_400);
  expect(await sendAnother()).toEqual([addressOf(picky!), addressOf(other!)].toSorted());
});

test('every mail carries the name that the shop gave itself', async () => {
  await readers(1);
  await renameShop(bed.db, 'Sorte & Cia');
  const { sent, mailer } = newMailbox();
  const wired = { ...bed.platform, mailer: mailerWithPreferences(bed.platform, mailer) };
  await begin({ subject: 'Novidade da {loja}' });
  await sendDueMails(wired);
  const parts = { heading: 'Código', paragraphs: [`Seu código na ${SHOP}.`] };
  await wired.mailer.send(
    composeMail({ to: 'ana@exemplo.com.br', kind: 'essential', subject: 'Código' }, parts),
  );
  expect(sent.map((mail) => mail.subject)).toEqual(['Novidade da Sorte & Cia', 'Código · Sorte & Cia']);
  for (const mail of sent) {
    expect(mail.text).toContain('Sorte & Cia');
    expect(mail.html).toContain('Sorte &amp; Cia');
    expect(JSON.stringify(mail)).not.toMatch(/Maré da Sorte|\{loja\}/);
  }
  await renameShop(bed.db, 'Maré da Sorte');
});
