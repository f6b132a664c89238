import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { renameShop } from '../settings/settings.testing.ts';
import { type Mail, SHOP } from '../platform/messages/mail.ts';
import { composeMail } from '../platform/messages/mail-page.ts';
import {
  addressees,
  addressOf,
  CAMPAIGN,
  type CampaignsTestbed,
  createCampaignsTestbed,
  newMailbox,
} from './campaigns.testing.ts';
import { deliverOutbox } from '../mail/outbox/outbox.testing.ts';
import { sendDueMails, sendDueMailsJob } from './messages/send-due-mails.job.ts';
import { composeMailer } from '../compose-mailer.ts';

let bed: CampaignsTestbed;
beforeAll(async () => {
  bed = await createCampaignsTestbed();
});
afterAll(() => bed.close());
beforeEach(() => bed.reset());

test('starts at once when sent now, with the cron run when scheduled', async () => {
  const rounds = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*) from pgboss.job where name = ${sendDueMailsJob.name}`.execute(bed.db);
    return rows[0]!.count;
  };
  const before = await rounds();
  await bed.begin();
  expect(await rounds()).toBe(before + 1);
  const { id, version } = await bed.panel().save({ id: null, version: 0, campaign: CAMPAIGN });
  const scheduledFor = new Date(bed.clock.now().getTime() + 3_600_000).toISOString();
  await bed.panel().changeState({ id, version, to: 'scheduled', scheduledFor });
  expect(await rounds()).toBe(before + 1);
});

describe('sends each mail once', () => {
  test('with two concurrent workers', async () => {
    const people = await bed.readers(40);
    const id = await bed.begin();
    const { sent, mailer } = newMailbox();
    await Promise.all([1, 2].map(() => sendDueMails({ ...bed.platform, mailer })));
    expect(addressees(sent)).toEqual(people.map(addressOf).toSorted());
    await sendDueMails({ ...bed.platform, mailer });
    expect(sent).toHaveLength(40);
    expect(await bed.panel().find({ id })).toMatchObject({
      status: 'sent',
      stats: { recipients: 40, sent: 40, delivered: 40, measured: 0 },
    });
  });

  test('after a worker crash: no duplicates, and unsent mails are sent', async () => {
    const people = await bed.readers(12);
    const id = await bed.begin();
    const { sent, mailer } = newMailbox();
    // The process dies with its fifth mail: its promises never resolve.
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
    expect(new Set(addressees(sent)).size).toBe(sent.length);
    expect(addressees(sent)).toEqual(people.map(addressOf).toSorted());
    expect(await states(id)).toEqual({ sent: 7, failed: 5 });
  });

  test('sends a mail that a crashed worker had only claimed', async () => {
    const [person] = await bed.readers(1);
    const id = await bed.begin();
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
    expect(addressees(sent)).toEqual([addressOf(person!)]);
  });

  test('tries a rejected mail three times', async () => {
    await bed.readers(1);
    const id = await bed.begin();
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

test('keeps the rate limit per minute across workers', async () => {
  await bed.readers(15);
  await bed.begin({ perMinute: 4 });
  const { sent, mailer } = newMailbox();
  const minute = () => Promise.all([1, 2, 3].map(() => sendDueMails({ ...bed.platform, mailer })));
  for (const total of [4, 8, 12, 15]) {
    await minute();
    expect(sent).toHaveLength(total);
    bed.clock.advance(61);
  }
});

test('starts on schedule, waits while paused, ends when cancelled', async () => {
  await bed.readers(3);
  const { id, version } = await bed.panel().save({
    id: null,
    version: 0,
    campaign: { ...CAMPAIGN, perMinute: 1 },
  });
  const scheduledFor = new Date(bed.clock.now().getTime() + 3_600_000).toISOString();
  await bed.panel().changeState({ id, version, to: 'scheduled', scheduledFor });
  const { sent, mailer } = newMailbox();
  const go = () => sendDueMails({ ...bed.platform, mailer });
  const move = async (next: 'paused' | 'sending' | 'cancelled') =>
    bed.panel().changeState({ id, version: (await bed.panel().find({ id })).version, to: next });
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

test('sends a marked test mail to the admin', async () => {
  const { sent, mailer } = newMailbox();
  const { to: address } = await bed.panel().sendTest(CAMPAIGN);
  await deliverOutbox({ ...bed.platform, mailer });
  expect(sent).toMatchObject([{ to: address, subject: '[Teste] Tem rifa nova, Maria!' }]);
});

test('rejects the second of two concurrent edits, and edits once scheduled', async () => {
  const { id, version } = await bed.panel().save({ id: null, version: 0, campaign: CAMPAIGN });
  const change = (name: string) => bed.panel().save({ id, version, campaign: { ...CAMPAIGN, name } });
  const both = await Promise.allSettled([change('Um'), change('Dois')]);
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await bed.panel().changeState({ id, version: version + 1, to: 'scheduled' });
  await expect(bed.panel().save({ id, version: version + 2, campaign: CAMPAIGN })).rejects.toMatchObject({
    code: 'CAMPAIGN_STATE',
  });
});

test('inserts the shop’s name into every mail', async () => {
  await bed.readers(1);
  await renameShop(bed.platform, 'Sorte & Cia');
  const { sent, mailer } = newMailbox();
  const wired = { ...bed.platform, mailer: composeMailer(bed.platform, mailer) };
  await bed.begin({ subject: 'Novidade da {loja}' });
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
  await renameShop(bed.platform, 'Maré da Sorte');
});
