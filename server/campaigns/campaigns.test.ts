import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SEND_ATTEMPTS } from '@mare/domain/notifications/outbox.ts';
import { countWaitingWork } from '../admin/admin.queries.ts';
import { renameShop } from '../settings/settings.testing.ts';
import { type Mail, SHOP } from '../platform/messages/mail.ts';
import { composeMail } from '../platform/messages/mail-page.ts';
import {
  recipientsOf,
  emailOf,
  CAMPAIGN,
  type CampaignsTestbed,
  createCampaignsTestbed,
  newMailbox,
  sendDueMails,
} from './campaigns.testing.ts';
import { deliverOutbox } from '../mail/outbox/outbox.testing.ts';
import { queueMail } from '../mail/outbox/queue-message.ts';
import { resendMessages } from '../mail/outbox/resend-messages.ts';
import { queueDueMails, sendDueMailsJob } from './messages/send-due-mails.job.ts';
import { composeMailer } from '../composition/compose-mailer.ts';

let bed: CampaignsTestbed;
beforeAll(async () => {
  bed = await createCampaignsTestbed();
});
afterAll(() => bed.close());
beforeEach(() => bed.reset());

test('starts at once when sent now, with the cron run when scheduled', async () => {
  const countJobs = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*) from pgboss.job where name = ${sendDueMailsJob.name}`.execute(bed.db);
    return rows[0]!.count;
  };
  const before = await countJobs();
  await bed.startCampaign();
  expect(await countJobs()).toBe(before + 1);
  const { id, version } = await bed.panel().save({ id: null, version: 0, campaign: CAMPAIGN });
  const scheduledFor = new Date(bed.clock.now().getTime() + 3_600_000).toISOString();
  await bed.panel().changeState({ id, version, to: 'scheduled', scheduledFor });
  expect(await countJobs()).toBe(before + 1);
});

describe('sends each mail once', () => {
  test('with two concurrent workers', async () => {
    const people = await bed.addReaders(40);
    const id = await bed.startCampaign();
    const { sent, mailer } = newMailbox();
    await Promise.all([1, 2].map(() => sendDueMails({ ...bed.platform, mailer })));
    expect(recipientsOf(sent)).toEqual(people.map(emailOf).toSorted());
    await sendDueMails({ ...bed.platform, mailer });
    expect(sent).toHaveLength(40);
    expect(await bed.panel().find({ id })).toMatchObject({
      status: 'sent',
      stats: { recipients: 40, sent: 40, delivered: 40, measured: 0 },
    });
  });

  test('after a worker crash, a repeated one with the same Message-ID', async () => {
    const people = await bed.addReaders(8);
    const id = await bed.startCampaign();
    const { sent, mailer } = newMailbox();
    // The worker claims all eight and crashes: four are recorded as sent, four are sent but not recorded.
    let started = 0;
    const crashingMailer = {
      send: async (mail: Mail) => {
        started++;
        const isBeforeCrash = started < 5;
        await mailer.send(mail);
        if (!isBeforeCrash) await new Promise(() => undefined);
      },
    };
    const crashedAt = bed.clock.now();
    void sendDueMails({ ...bed.platform, mailer: crashingMailer, clock: { now: () => crashedAt } });
    await expect.poll(() => sent.length, { timeout: 60_000 }).toBe(8);
    await expect.poll(() => countByState(id), { timeout: 60_000 }).toEqual({ sent: 4, sending: 4 });
    bed.clock.advance(60);
    await sendDueMails({ ...bed.platform, mailer });
    const byId = new Map(sent.map((mail) => [mail.headers!['Message-ID'], mail]));
    expect(recipientsOf([...byId.values()])).toEqual(people.map(emailOf).toSorted());
    expect(await countByState(id)).toEqual({ sent: 8 });
  });

  test('settles mails claimed by the version without the outbox', async () => {
    const [person] = await bed.addReaders(1);
    const id = await bed.startCampaign();
    const { sent, mailer } = newMailbox();
    await queueDueMails(bed.platform);
    await bed.db.deleteFrom('outbox').execute();
    await bed.db
      .updateTable('emailMessages')
      .set({ state: 'claimed' })
      .where('campaignId', '=', id)
      .execute();
    bed.clock.advance(11 * 60);
    await sendDueMails({ ...bed.platform, mailer });
    expect(recipientsOf(sent)).toEqual([emailOf(person!)]);
    expect(await countByState(id)).toEqual({ sent: 1 });
  });

  // @covers storefront 4: an address unknown to its mail server: notice on the site, counted in the campaign, no
  //   more mail except codes, links and prizes
  // @covers storefront 4: sent, delivered, opened, clicked, unsubscribed; a click leads only to this site
  //   [server/campaigns/messages/tracked-links.ts]
  test('parks a mail after its last attempt, and counts it as delivered once an admin resends it', async () => {
    const [person] = await bed.addReaders(1);
    const id = await bed.startCampaign();
    const mailer = { send: () => Promise.reject(new Error('451')) };
    for (let time = 0; time < SEND_ATTEMPTS + 2; time++) {
      await sendDueMails({ ...bed.platform, mailer });
      bed.clock.advance(3_600);
    }
    expect(await countByState(id)).toEqual({ failed: 1 });
    expect(await bed.panel().find({ id })).toMatchObject({
      status: 'sent',
      stats: { sent: 1, delivered: 0, bounced: 0 },
    });
    expect(await resendMessages(bed.platform, { id: null, userId: bed.admin })).toBe(1);
    const workingMailbox = newMailbox();
    await sendDueMails({ ...bed.platform, mailer: workingMailbox.mailer });
    expect(recipientsOf(workingMailbox.sent)).toEqual([emailOf(person!)]);
    expect((await bed.panel().find({ id })).stats).toMatchObject({ sent: 1, delivered: 1 });
  });

  async function countByState(id: string): Promise<Record<string, number>> {
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
  await bed.addReaders(15);
  await bed.startCampaign({ perMinute: 4 });
  const { sent, mailer } = newMailbox();
  const runWorkers = () => Promise.all([1, 2, 3].map(() => sendDueMails({ ...bed.platform, mailer })));
  for (const total of [4, 8, 12, 15]) {
    await runWorkers();
    expect(sent).toHaveLength(total);
    bed.clock.advance(61);
  }
});

// @covers storefront 4: campaigns: draft, scheduled, sending, paused, sent, cancelled; every reader once; mails a
//   minute
test('starts on schedule, waits while paused, ends when cancelled', async () => {
  await bed.addReaders(3);
  const { id, version } = await bed.panel().save({
    id: null,
    version: 0,
    campaign: { ...CAMPAIGN, perMinute: 1 },
  });
  const scheduledFor = new Date(bed.clock.now().getTime() + 3_600_000).toISOString();
  await bed.panel().changeState({ id, version, to: 'scheduled', scheduledFor });
  const { sent, mailer } = newMailbox();
  const sendDue = () => sendDueMails({ ...bed.platform, mailer });
  const changeState = async (next: 'paused' | 'sending' | 'cancelled') =>
    bed.panel().changeState({ id, version: (await bed.panel().find({ id })).version, to: next });
  await sendDue();
  expect(sent).toHaveLength(0);
  bed.clock.advance(3700);
  await sendDue();
  expect(sent).toHaveLength(1);
  await changeState('paused');
  bed.clock.advance(61);
  await sendDue();
  expect(sent).toHaveLength(1);
  await changeState('sending');
  await sendDue();
  expect(sent).toHaveLength(2);
  await changeState('cancelled');
  bed.clock.advance(61);
  await sendDue();
  expect(sent).toHaveLength(2);
  await expect(changeState('sending')).rejects.toMatchObject({ code: 'CAMPAIGN_STATE' });
});

test('a pause holds back mails in the outbox, and a cancellation drops them', async () => {
  const [reader] = await bed.addReaders(1);
  const { sent, mailer } = newMailbox();
  const platform = { ...bed.platform, mailer };
  const changeState = async (id: string, to: 'paused' | 'sending' | 'cancelled') =>
    bed.panel().changeState({ id, version: (await bed.panel().find({ id })).version, to });

  const paused = await bed.startCampaign();
  await queueDueMails(platform);
  const countPausedCampaigns = async () =>
    (await countWaitingWork(bed.platform.db, bed.platform.clock.now())).pausedCampaigns;
  const before = await countPausedCampaigns();
  await changeState(paused, 'paused');
  expect(await countPausedCampaigns()).toBe(before + 1);
  await sendDueMails(platform);
  expect(sent).toEqual([]);
  await changeState(paused, 'sending');
  bed.clock.advance(61);
  await sendDueMails(platform);
  expect(recipientsOf(sent)).toEqual([emailOf(reader!)]);
  expect(await bed.panel().find({ id: paused })).toMatchObject({ status: 'sent', stats: { delivered: 1 } });

  const cancelled = await bed.startCampaign();
  await queueDueMails(platform);
  await changeState(cancelled, 'cancelled');
  await sendDueMails(platform);
  expect(sent).toHaveLength(1);
  expect((await bed.panel().find({ id: cancelled })).stats).toMatchObject({ sent: 0, skipped: 1 });
});

test('sends a confirmation before a campaign that was queued earlier', async () => {
  await bed.addReaders(20);
  const { sent, mailer } = newMailbox();
  await bed.startCampaign();
  await queueDueMails(bed.platform);
  const receipt = {
    to: 'ana@exemplo.com.br',
    kind: 'essential' as const,
    subject: 'Pago',
    text: '',
    html: '',
  };
  await queueMail(bed.db, bed.platform, receipt, { key: 'receipt', topic: 'order' });
  await deliverOutbox({ ...bed.platform, mailer });
  expect(sent).toHaveLength(21);
  expect(sent[0]!.subject).toBe('Pago');
});

test('sends a marked test mail to the admin', async () => {
  const { sent, mailer } = newMailbox();
  const { to: recipient } = await bed.panel().sendTest(CAMPAIGN);
  await deliverOutbox({ ...bed.platform, mailer });
  expect(sent).toMatchObject([{ to: recipient, subject: '[Teste] Tem rifa nova, Maria!' }]);
});

test('rejects the second of two concurrent edits, and edits of a scheduled campaign', async () => {
  const { id, version } = await bed.panel().save({ id: null, version: 0, campaign: CAMPAIGN });
  const rename = (name: string) => bed.panel().save({ id, version, campaign: { ...CAMPAIGN, name } });
  const outcomes = await Promise.allSettled([rename('Um'), rename('Dois')]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await bed.panel().changeState({ id, version: version + 1, to: 'scheduled' });
  await expect(bed.panel().save({ id, version: version + 2, campaign: CAMPAIGN })).rejects.toMatchObject({
    code: 'CAMPAIGN_STATE',
  });
});

test('inserts the shop’s name into every mail', async () => {
  await bed.addReaders(1);
  await renameShop(bed.platform, 'Sorte & Cia');
  const { sent, mailer } = newMailbox();
  const platform = { ...bed.platform, mailer: composeMailer(bed.platform, mailer) };
  await bed.startCampaign({ subject: 'Novidade da {loja}' });
  await sendDueMails(platform);
  const parts = { heading: 'Código', paragraphs: [`Seu código na ${SHOP}.`] };
  await platform.mailer.send(
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
